// Settings of a web view.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import TransomGLib

/// Settings that a web view's pages run under.
///
/// Changes reach existing views.
@preconcurrency @MainActor
open class WKPreferences: NSObject, NSCopying, @preconcurrency NSSecureCoding {
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
    /// Whether text of a page can be selected.
    ///
    /// The engine's feature `TextInteraction`.
    open var isTextInteractionEnabled = true { didSet { tellFollowers() } }
    /// Whether backgrounds are printed.
    ///
    /// False, as on iOS; the engine's own default is true.
    open var shouldPrintBackgrounds = false { didSet { tellFollowers() } }
    /// Whether the engine mends what is known to be wrong with some sites.
    open var isSiteSpecificQuirksModeEnabled = true { didSet { tellFollowers() } }
    /// What a page does that nobody sees.
    ///
    /// With `none` its timers run on as they do in front; else the engine slows them down to one a second, and never
    /// suspends a page.
    open var inactiveSchedulingPolicy = InactiveSchedulingPolicy.suspend { didSet { tellFollowers() } }

    /// Whether a page may keep the display on, which the engine gives it without asking anybody.
    package var allowsWakeLock = true { didSet { tellFollowers() } }

    /// Whether a page may leave a service worker behind; on iOS only the pages of domains that the app is bound to may.
    ///
    /// The engine forgets those of a store in memory with the store alone: no removal of data reaches them.
    package var allowsServiceWorkers = true { didSet { tellFollowers() } }

    /// What a page may do that is in no window.
    ///
    /// The numbers are Apple's.
    public enum InactiveSchedulingPolicy: Int, Sendable {
        /// Nothing.
        case suspend = 0
        /// A little.
        case throttle = 1
        /// Everything.
        case none = 2
    }

    /// The settings of the views that follow these.
    private(set) var followers: [WeakReference<ViewSettings>] = []

    /// Makes settings with Apple's defaults.
    public override init() {
        super.init()
    }

    /// Nil: there are no archives of settings on Linux.
    public required init?(coder: NSCoder) {
        nil
    }

    /// True, as on iOS.
    public class var supportsSecureCoding: Bool { true }

    /// Writes nothing: there are no archives of settings on Linux.
    open func encode(with coder: NSCoder) {}

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
            copy.shouldPrintBackgrounds = shouldPrintBackgrounds
            copy.isSiteSpecificQuirksModeEnabled = isSiteSpecificQuirksModeEnabled
            copy.inactiveSchedulingPolicy = inactiveSchedulingPolicy
            copy.allowsWakeLock = allowsWakeLock
            copy.allowsServiceWorkers = allowsServiceWorkers
            result = copy
        }
        return result
    }
}
