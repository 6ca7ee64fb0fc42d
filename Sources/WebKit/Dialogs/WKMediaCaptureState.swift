// What a page does with a camera or a microphone.
// SPDX-License-Identifier: Apache-2.0

/// What a page does with a device that captures.
///
/// The numbers are Apple's. `WebKitMediaCaptureState`.
public enum WKMediaCaptureState: Int, Sendable {
    /// It does not use it.
    case none = 0
    /// It uses it.
    case active = 1
    /// It uses it, and gets silence or black.
    case muted = 2
}
