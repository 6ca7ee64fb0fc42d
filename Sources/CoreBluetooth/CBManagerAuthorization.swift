// Whether the user lets the app use Bluetooth.
// SPDX-License-Identifier: Apache-2.0

/// Whether the user lets the app use Bluetooth; the numbers are Apple's.
public enum CBManagerAuthorization: Int, Sendable {
    /// The user was not asked yet.
    case notDetermined = 0
    /// The app may not, and the user cannot change it.
    case restricted = 1
    /// The user has refused.
    case denied = 2
    /// The app may.
    case allowedAlways = 3
}
