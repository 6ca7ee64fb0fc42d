// One navigation of a web view.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Identifies one navigation through the calls of `WKNavigationDelegate`.
@preconcurrency @MainActor
open class WKNavigation: NSObject {
    /// How a page is to be shown; the default for a navigation that the page began.
    public internal(set) var effectiveContentMode = WKWebpagePreferences.ContentMode.recommended

    /// Callable because tests that replace the navigation delegate make navigations of their own.
    public override init() {
        super.init()
    }
}
