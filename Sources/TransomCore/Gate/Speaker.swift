// Who posted a message, as the engine vouches for it.
// SPDX-License-Identifier: Apache-2.0

/// Who posted a message, as the web-process extension vouches for it.
public struct Speaker: Sendable, Equatable {
    /// The origin of the document that posted, nothing for an opaque one.
    public let origin: Origin?
    /// Whether that document is the main frame's.
    public let isMainFrame: Bool

    /// Makes a speaker.
    ///
    /// - Parameters:
    ///   - origin: nothing for an opaque origin (a sandboxed frame, a `data:` document).
    ///   - isMainFrame: true for the top document of its view.
    public init(origin: Origin?, isMainFrame: Bool) {
        self.origin = origin
        self.isMainFrame = isMainFrame
    }

    /// The origin as it is written in an event, `null` for an opaque one.
    public var originText: String { origin?.description ?? "null" }
}
