// A play that the pages of a sandbox go through by themselves.
// SPDX-License-Identifier: Apache-2.0

/// A play that the pages of a sandbox go through by themselves.
///
/// Without one, nothing on a sandbox page moves unless somebody touches it.
public struct SandboxPlay: Sendable, Equatable {
    /// One of the site's plays.
    public let name: String
    /// The time between two steps, 0 to 5 s: a person follows 250 ms, a test wants less.
    public let pace: Duration
    /// Whether the play stops before it closes the store, so that a person can go on by hand.
    public let staysOpen: Bool

    /// Names a play.
    public init(_ name: String, pace: Duration = .milliseconds(250), staysOpen: Bool = false) {
        self.name = name
        self.pace = min(max(pace, .zero), .seconds(5))
        self.staysOpen = staysOpen
    }

    /// The tag that makes a page play: the page can learn of a play in no other way.
    ///
    /// The name has been compared with the site's own, so it holds nothing that HTML would have to escape.
    var tag: String {
        let parts = pace.components
        let milliseconds = parts.seconds * 1000 + parts.attoseconds / 1_000_000_000_000_000
        return "<script src=\"\(SandboxPlay.playerPath)\" data-play=\"\(name)\" data-pace=\"\(milliseconds)\" "
            + "data-stay=\"\(staysOpen)\" defer></script>"
    }

    /// Where the player is served, at every origin of a site that has plays.
    static let playerPath = "/__sandbox__/player.js"
}
