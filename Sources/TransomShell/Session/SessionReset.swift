// Why a session makes room for another one.
// SPDX-License-Identifier: Apache-2.0

/// Why a session ends and another one takes its place, as `transom.session.reset` names it.
package nonisolated enum SessionReset: String, Sendable, CaseIterable {
    /// Nobody has touched the machine for a time.
    case idle
    /// The vendor's page closed itself.
    case page
    /// The customer closed it.
    case user
    /// The page failed for good.
    case error
    /// Whoever drives the host asked for it.
    case command
    /// A changed configuration is put in force.
    case configuration
    /// Staff asked for it.
    case staff
    /// The engine's network process went away, and every cookie with it.
    case network

    /// What a reset takes away, as the event lists it.
    static let cleared = [
        "cookies", "storage", "cache", "history", "clipboard", "popups", "sheets", "zoom", "scroll",
    ]
}
