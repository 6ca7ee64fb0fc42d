// Settings of one navigation.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Settings for the page that a navigation leads to.
@preconcurrency @MainActor
open class WKWebpagePreferences: NSObject {
    /// Which rendition of a page is asked for.
    public enum ContentMode: Int, Sendable {
        /// What suits the device.
        case recommended = 0
        /// The mobile rendition.
        case mobile = 1
        /// The desktop rendition.
        case desktop = 2
    }

    /// Whether scripts of the page run.
    open var allowsContentJavaScript = true
    /// Which rendition is asked for; kept, since WebKitGTK has one user agent for all.
    open var preferredContentMode = ContentMode.recommended
    /// Kept and not acted on: there is no Lockdown Mode on Linux.
    open var isLockdownModeEnabled = false
    /// Kept and not acted on: a delegate sees each navigation before it is made and may refuse one over http.
    open var preferredHTTPSNavigationPolicy = UpgradeToHTTPSPolicy.keepAsRequested

    /// What becomes of a navigation over http.
    ///
    /// The numbers are Apple's.
    public enum UpgradeToHTTPSPolicy: Int, Sendable {
        /// It stays what it is.
        case keepAsRequested = 0
        /// It is made over https, and over http where that fails.
        case automaticFallbackToHTTP = 1
        /// It is made over https, and the user is asked where that fails.
        case userMediatedFallbackToHTTP = 2
        /// It is made over https, and fails where that fails.
        case errorOnFailure = 3
    }

    /// Makes settings with Apple's defaults.
    public override init() {
        super.init()
    }

    /// The same settings, to be changed for one navigation.
    func fresh() -> WKWebpagePreferences {
        let copy = WKWebpagePreferences()
        copy.allowsContentJavaScript = allowsContentJavaScript
        copy.preferredContentMode = preferredContentMode
        copy.isLockdownModeEnabled = isLockdownModeEnabled
        copy.preferredHTTPSNavigationPolicy = preferredHTTPSNavigationPolicy
        return copy
    }
}
