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

    /// Makes settings with Apple's defaults.
    public override init() {
        super.init()
    }
}
