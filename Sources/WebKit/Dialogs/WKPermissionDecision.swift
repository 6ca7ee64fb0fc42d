// Whether a page may use a device.
// SPDX-License-Identifier: Apache-2.0

/// The answer to a page that asks for a device.
///
/// The numbers are Apple's.
public enum WKPermissionDecision: Int, Sendable {
    /// Ask the user; on Linux nobody asks, so it is a refusal.
    case prompt = 0
    /// The page may use it.
    case grant = 1
    /// The page may not use it.
    case deny = 2
}
