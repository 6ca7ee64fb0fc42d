// A script that runs in an integration's pages.
// SPDX-License-Identifier: Apache-2.0

/// A script that runs in an integration's pages, in documents of the named origins alone.
///
/// Arguments are data: the host hands them to the script as values and never writes them into its text.
public struct ScriptDeclaration: Sendable, Equatable {
    /// Where the text of a script comes from.
    public enum Source: Sendable, Equatable {
        /// A script that ships with the host, by its name in the ``ResourceFolder``.
        case resource(String)
        /// A file of the user's.
        case file(String)
    }

    /// When a script runs.
    public enum InjectionTime: String, Sendable, Equatable {
        /// Before any script of the page.
        case documentStart
        /// When the document is parsed.
        case documentEnd
    }

    /// Which world a script runs in.
    public enum World: Sendable, Equatable {
        /// The page's own.
        case page
        /// A world of its own, out of the page's reach.
        case isolated(String)
    }

    /// Where the text comes from.
    public let source: Source
    /// When it runs.
    public let injectionTime: InjectionTime
    /// Which world it runs in.
    public let world: World
    /// Whether it runs in the main frame alone.
    public let mainFrameOnly: Bool
    /// The documents it runs in.
    public let origins: OriginSet
    /// The values that it gets, by name.
    public let arguments: [String: JSONValue]

    /// Declares a script.
    public init(
        _ source: Source, at injectionTime: InjectionTime = .documentStart, in world: World = .page,
        mainFrameOnly: Bool = true, origins: OriginSet, arguments: [String: JSONValue] = [:]
    ) {
        self.source = source
        self.injectionTime = injectionTime
        self.world = world
        self.mainFrameOnly = mainFrameOnly
        self.origins = origins
        self.arguments = arguments
    }
}
