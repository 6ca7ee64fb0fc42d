// The packaged files that a page is made of.
// SPDX-License-Identifier: Apache-2.0

/// The packaged files that a page is made of: a folder that is shown at `app://HOST/`.
///
/// An integration whose page is no web site declares one in ``IntegrationDeclaration/assets``, starts at ``startURL``, and
/// lets exactly ``origin`` in; the shell does the rest. It opens the folder before the first view is made and ends the run
/// with a sentence where that cannot be done. A page that only the shell knows, such as a home page, is shown in the same
/// way: an `AssetHandler` is made from the declaration and set on the view's configuration.
///
///     let assets = AssetsDeclaration(host: "ukey", source: .folder(path))
///     startURL = assets.startURL
///     declaration = IntegrationDeclaration(
///         handlers: …, policy: PolicyDeclaration(inside: OriginSet(OriginRule(exactly: assets.origin))), assets: assets)
///
/// Documents of the origin are secure contexts with storage of their own and without cookies. No other page can show, load
/// or even link to them.
public struct AssetsDeclaration: Sendable, Equatable {
    /// Where the files are.
    public enum Source: Sendable, Equatable {
        /// In a folder, by its path.
        case folder(String)
        /// In a folder of the host's own resources, by its path below them, such as `web_dist/ukey`.
        case resources(String)
    }

    /// The scheme of packaged pages.
    public static let scheme = "app"

    /// The origin: `app://` and the host.
    public let origin: Origin
    /// Where the files are.
    public let source: Source
    /// Whether the folder must hold a manifest, ``AssetManifest/fileName``, as a packaged folder should; one that is there
    /// is held to in any case.
    public let requiresManifest: Bool
    /// Whether a document that is not there is answered with `index.html`, as single-page applications want for their
    /// routes.
    ///
    /// Only a navigation to a path without an extension is: a missing script stays missing.
    public let routesInPage: Bool
    /// What the documents may load and reach.
    public let policy: AssetPolicy

    /// Declares the files.
    ///
    /// - Parameters:
    ///   - host: the host of their origin, such as the integration's name. A host that is none is a mistake of ours, and
    ///     traps.
    ///   - source: where the files are.
    ///   - requiresManifest: whether the folder must hold a manifest.
    ///   - routesInPage: whether a document that is not there is answered with `index.html`.
    ///   - policy: what the documents may load and reach besides their own files.
    public init(
        host: StaticString, source: Source, requiresManifest: Bool = false, routesInPage: Bool = true,
        policy: AssetPolicy = AssetPolicy()
    ) {
        do {
            origin = try Origin(Self.scheme + "://" + host.description)
        } catch {
            preconditionFailure(error.description)
        }
        self.source = source
        self.requiresManifest = requiresManifest
        self.routesInPage = routesInPage
        self.policy = policy
    }

    /// Where a run of the page starts.
    public var startURL: StartURL { StartURL(origin.description + "/") }
}
