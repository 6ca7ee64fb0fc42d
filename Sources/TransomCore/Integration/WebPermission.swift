// What a page of an integration may ask the engine for.
// SPDX-License-Identifier: Apache-2.0

/// What a page of an integration may ask the engine for; whatever is not declared is denied.
public enum WebPermission: String, Sendable, Equatable, CaseIterable {
    /// Writing the clipboard.
    case clipboardWrite
    /// Where the machine is.
    case geolocation
    /// The camera.
    case camera
    /// The microphone.
    case microphone
    /// Notifications.
    case notifications
}
