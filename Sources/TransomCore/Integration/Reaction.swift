// What the host does about a message.
// SPDX-License-Identifier: Apache-2.0

/// What the host does about a message, besides telling.
public enum Reaction: Sendable, Equatable {
    /// The page is ready: lift the veil, stop the start-up deadline.
    case ready
    /// The page wants to be closed.
    case close
    /// The page wants to be put away: a sheet is closed and can be opened again as it is; a page of its own is closed.
    case hide
    /// The page failed: show the error screen with retry. The text is the page's own: bounded, redacted, never markup.
    case fail(message: String)
    /// Open a URL of the page's outside, if the policy lets it.
    ///
    /// One that belongs inside is loaded in the view, unless it `alwaysLeaves`: then the page itself stays.
    case openOutside(url: String, alwaysLeaves: Bool = false)
    /// The page's errand is done, with this result.
    case complete(JSONValue)
}
