// The properties of a web view that can be observed.
// SPDX-License-Identifier: Apache-2.0

/// A property that can be observed.
///
/// In the order in which Apple announces changes that come together; afterwards they are told in the reverse order.
enum ObservableProperty: Int, CaseIterable {
    case canGoBack
    case canGoForward
    case title
    case isLoading
    case url
    case hasOnlySecureContent
    case estimatedProgress
    case themeColor
    case fullscreenState
    case cameraCaptureState
    case microphoneCaptureState
}
