// Which devices a page wants.
// SPDX-License-Identifier: Apache-2.0

/// The devices that a page asks for.
///
/// The numbers are Apple's. `WebKitUserMediaPermissionRequest`.
public enum WKMediaCaptureType: Int, Sendable {
    /// A camera.
    case camera = 0
    /// A microphone.
    case microphone = 1
    /// Both.
    case cameraAndMicrophone = 2
}
