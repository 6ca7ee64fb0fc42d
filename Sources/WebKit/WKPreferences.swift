// Settings of a web view.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import TransomGLib

/// Settings that a web view's pages run under.
///
/// Changes reach existing views.
@preconcurrency @MainActor
open class WKPreferences: NSObject, NSCopying {
    /// The smallest font size in points; 0 leaves it to the page.
    open var minimumFontSize: CGFloat = 0 { didSet { tellFollowers() } }
    /// Whether a script may open windows without a gesture.
    ///
    /// False, as on iOS.
    open var javaScriptCanOpenWindowsAutomatically = false { didSet { tellFollowers() } }
    /// Whether scripts of pages run.
    open var javaScriptEnabled = true { didSet { tellFollowers() } }
    /// Whether a page may make an element full screen.
    open var isElementFullscreenEnabled = false { didSet { tellFollowers() } }
    /// Whether fraudulent sites are to be warned of; WebKitGTK has no such list, so it is kept and not acted on.
    open var isFraudulentWebsiteWarningEnabled = true
    /// Whether sites may be kept from loading too much; kept and not acted on.
    open var isTextInteractionEnabled = true

    /// The settings of the views that follow these.
    private(set) var followers: [WeakReference<ViewSettings>] = []

    /// Makes settings with Apple's defaults.
    public override init() {
        super.init()
    }

    /// Tells a view's settings about every change, as long as they live.
    func follow(_ settings: ViewSettings) {
        followers.removeAll { $0.object == nil }
        followers.append(WeakReference(settings))
    }

    private func tellFollowers() {
        for follower in followers { follower.object?.apply() }
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
