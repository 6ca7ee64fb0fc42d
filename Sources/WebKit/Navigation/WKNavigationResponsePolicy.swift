// The answer to a response.
// SPDX-License-Identifier: Apache-2.0

/// Whether a response may be shown.
///
/// The numbers are Apple's.
public enum WKNavigationResponsePolicy: Int, Sendable {
    /// Stop it.
    case cancel = 0
    /// Show it.
    case allow = 1
    /// Turn it into a download.
    case download = 2
}
