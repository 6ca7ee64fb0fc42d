// What a page plays.
// SPDX-License-Identifier: Apache-2.0

/// What the media of a page do.
///
/// The numbers are Apple's.
public enum WKMediaPlaybackState: Int, Sendable {
    /// There are none.
    case none = 0
    /// Something plays.
    case playing = 1
    /// Nothing plays.
    case paused = 2
    /// The app suspended them.
    case suspended = 3
}
