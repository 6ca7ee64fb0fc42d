// How a web view is made.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What a web view is made with.
///
/// A view takes a copy: later changes reach it only through the objects in here.
@preconcurrency @MainActor
open class WKWebViewConfiguration: NSObject, NSCopying {
    /// Kept for source compatibility.
    open var processPool = WKProcessPool()
    /// Settings; shared by all copies.
    open var preferences = WKPreferences()
    /// Scripts and message handlers; shared by all copies.
    open var userContentController = WKUserContentController()
    /// Cookies, storages and caches; shared by all copies.
    open var websiteDataStore: WKWebsiteDataStore {
        get {
            if let storedDataStore { return storedDataStore }
            let store = WKWebsiteDataStore.default()
            storedDataStore = store
            return store
        }
        set { storedDataStore = newValue }
    }
    /// Settings that each navigation begins with.
    open var defaultWebpagePreferences: WKWebpagePreferences! = WKWebpagePreferences()
    /// Appended to the user agent text, or nil.
    open var applicationNameForUserAgent: String?
    /// Whether videos play in the page.
    ///
    /// True: a desktop engine has no player of its own.
    open var allowsInlineMediaPlayback = true

    // Made at the first use, since a store starts the engine.
    private var storedDataStore: WKWebsiteDataStore?
    /// The request for a window that this configuration answers.
    ///
    /// Set only on the configuration that `createWebViewWith` hands out.
    var windowRequest: WindowRequest?

    /// A configuration with Apple's defaults.
    public override init() {
        super.init()
    }

    /// A copy that shares the objects in it.
    public nonisolated func copy(with zone: NSZone? = nil) -> Any {
        nonisolated(unsafe) var result: Any = self
        // Settings are only touched on the main thread, as on iOS, and the copy is the caller's alone.
        MainActor.assumeIsolated {
            let copy = WKWebViewConfiguration()
            copy.processPool = processPool
            copy.preferences = preferences
            copy.userContentController = userContentController
            copy.storedDataStore = websiteDataStore
            copy.defaultWebpagePreferences = defaultWebpagePreferences
            copy.applicationNameForUserAgent = applicationNameForUserAgent
            copy.allowsInlineMediaPlayback = allowsInlineMediaPlayback
            copy.windowRequest = windowRequest
            result = copy
        }
        return result
    }
}
