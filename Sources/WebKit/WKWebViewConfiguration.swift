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
    /// The handlers by their schemes in lower case.
    private(set) var schemeHandlers: [String: any WKURLSchemeHandler] = [:]

    /// A configuration with Apple's defaults.
    public override init() {
        super.init()
    }

    /// Has a handler answer the requests for a scheme.
    ///
    /// Views that exist keep the handlers that they were made with. Documents of such a scheme are secure contexts, and
    /// other origins need CORS to read them.
    ///
    /// `webkit_web_context_register_uri_scheme`.
    ///
    /// - Parameters:
    ///   - urlSchemeHandler: Kept by the configuration and its views.
    ///   - urlScheme: A valid scheme that the engine does not handle itself and that has no handler here: anything else
    ///     stops the process, as on iOS.
    open func setURLSchemeHandler(_ urlSchemeHandler: (any WKURLSchemeHandler)?, forURLScheme urlScheme: String) {
        precondition(
            !WKWebView.handlesURLScheme(urlScheme), "'\(urlScheme)' is a URL scheme that WKWebView handles natively")
        guard let scheme = SchemeName.canonical(urlScheme) else {
            preconditionFailure("'\(urlScheme)' is not a valid URL scheme")
        }
        precondition(
            schemeHandlers[scheme] == nil, "URL scheme '\(scheme)' already has a registered URL scheme handler")
        schemeHandlers[scheme] = urlSchemeHandler
    }

    /// The handler of a scheme, or nil.
    open func urlSchemeHandler(forURLScheme urlScheme: String) -> (any WKURLSchemeHandler)? {
        SchemeName.canonical(urlScheme).flatMap { schemeHandlers[$0] }
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
            copy.schemeHandlers = schemeHandlers
            result = copy
        }
        return result
    }
}
