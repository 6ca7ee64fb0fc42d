// What the host does about a message.
// SPDX-License-Identifier: Apache-2.0

/// What the host does about a message, besides telling.
public enum Reaction: Sendable, Equatable {
    /// The page is ready: lift the veil, stop the start-up deadline.
    case ready
    /// The page wants to be closed.
    case close
    /// The page failed: show the error screen with retry. The text is the page's own: bounded, redacted, never markup.
    case fail(message: String)
    /// Open a URL of the page's outside, if the policy lets it.
    case openOutside(url: String)
    /// The page's errand is done, with this result.
    case complete(JSONValue)
}
