// Settings of a web view.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Settings that a web view's pages run under.
///
/// Changes reach existing views.
@preconcurrency @MainActor
open class WKPreferences: NSObject, NSCopying {
    /// The smallest font size in points; 0 leaves it to the page.
    open var minimumFontSize: CGFloat = 0 { didSet { changed?() } }
    /// Whether a script may open windows without a gesture.
    ///
    /// False, as on iOS.
    open var javaScriptCanOpenWindowsAutomatically = false { didSet { changed?() } }
    /// Whether scripts of pages run.
    open var javaScriptEnabled = true { didSet { changed?() } }
    /// Whether a page may make an element full screen.
    open var isElementFullscreenEnabled = false { didSet { changed?() } }
    /// Whether fraudulent sites are to be warned of; WebKitGTK has no such list, so it is kept and not acted on.
    open var isFraudulentWebsiteWarningEnabled = true
    /// Whether sites may be kept from loading too much; kept and not acted on.
    open var isTextInteractionEnabled = true

    /// Called after a change; set by the views that follow these settings.
    var changed: (@MainActor () -> Void)?

    /// Makes settings with Apple's defaults.
    public override init() {
        super.init()
    }

    /// A copy that changes on its own.
    public nonisolated func copy(with zone: NSZone? = nil) -> Any {
        nonisolated(unsafe) var result: Any = self
        // Settings are only touched on the main thread, as on iOS, and the copy is the caller's alone.
        MainActor.assumeIsolated {
            let copy = WKPreferences()
            copy.minimumFontSize = minimumFontSize
            copy.javaScriptCanOpenWindowsAutomatically = javaScriptCanOpenWindowsAutomatically
            copy.javaScriptEnabled = javaScriptEnabled
            copy.isElementFullscreenEnabled = isElementFullscreenEnabled
            copy.isFraudulentWebsiteWarningEnabled = isFraudulentWebsiteWarningEnabled
            copy.isTextInteractionEnabled = isTextInteractionEnabled
            result = copy
        }
        return result
    }
}
