// The answer to a navigation.
// SPDX-License-Identifier: Apache-2.0

/// Whether a navigation may go on.
///
/// The numbers are Apple's.
public enum WKNavigationActionPolicy: Int, Sendable {
    /// Stop it.
    case cancel = 0
    /// Let it go on.
    case allow = 1
    /// Turn it into a download.
    case download = 2
}
