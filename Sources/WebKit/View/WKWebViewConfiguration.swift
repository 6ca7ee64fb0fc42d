// How a web view is made.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What a web view is made with.
///
/// A view takes a copy: later changes reach it only through the objects in here.
@preconcurrency @MainActor
open class WKWebViewConfiguration: NSObject, NSCopying, @preconcurrency NSSecureCoding {
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
    /// Which media play only after a gesture of the user's; none, as the engine has it.
    ///
    /// `webkit_settings_set_media_playback_requires_user_gesture`: with any kind in the set, all media wait.
    open var mediaTypesRequiringUserActionForPlayback: WKAudiovisualMediaTypes = []
    /// Whether http is replaced by https for hosts that are known to have it.
    ///
    /// The engine's feature `UpgradeKnownHostsToHTTPS`.
    open var upgradeKnownHostsToHTTPS = true
    /// Kept and not acted on: the engine shows a page as it comes.
    open var suppressesIncrementalRendering = false
    /// Kept and not acted on: there is no AirPlay on Linux.
    open var allowsAirPlayForMediaPlayback = true
    /// Kept and not acted on: there is no picture in picture on Linux.
    open var allowsPictureInPictureMediaPlayback = true
    /// Kept and not acted on: a host's own policy says where its page may go.
    open var limitsNavigationsToAppBoundDomains = false
    /// Kept and not acted on: there are no predictions on Linux.
    open var allowsInlinePredictions = false
    /// Kept and not acted on: there are no adaptive glyphs on Linux.
    open var supportsAdaptiveImageGlyph = false
    /// Kept and not acted on: there is no Screen Time on Linux.
    open var showsSystemScreenTimeBlockingView = true
    /// Kept and not acted on: nothing in a page is made a link by the engine.
    open var dataDetectorTypes: WKDataDetectorTypes = []
    /// Kept and not acted on: a desktop engine has no limits of a viewport.
    open var ignoresViewportScaleLimits = false
    /// Kept and not acted on: GTK selects by characters.
    open var selectionGranularity = WKSelectionGranularity.dynamic

    /// The same as `mediaTypesRequiringUserActionForPlayback`, for all or none.
    @available(*, deprecated, renamed: "mediaTypesRequiringUserActionForPlayback")
    public final var requiresUserActionForMediaPlayback: Bool {
        get { !mediaTypesRequiringUserActionForPlayback.isEmpty }
        set { mediaTypesRequiringUserActionForPlayback = newValue ? .all : [] }
    }

    /// The same as `mediaTypesRequiringUserActionForPlayback`, for all or none.
    @available(*, deprecated, renamed: "mediaTypesRequiringUserActionForPlayback")
    public final var mediaPlaybackRequiresUserAction: Bool {
        get { !mediaTypesRequiringUserActionForPlayback.isEmpty }
        set { mediaTypesRequiringUserActionForPlayback = newValue ? .all : [] }
    }

    /// The same as `allowsAirPlayForMediaPlayback`.
    @available(*, deprecated, renamed: "allowsAirPlayForMediaPlayback")
    public final var mediaPlaybackAllowsAirPlay: Bool {
        get { allowsAirPlayForMediaPlayback }
        set { allowsAirPlayForMediaPlayback = newValue }
    }

    /// Not there: WebKitGTK runs no web extensions.
    @available(*, unavailable, message: "WebKitGTK runs no web extensions.")
    public final var webExtensionController: NSObject? {
        get { fatalError() }
        set { _ = newValue }
    }

    /// Not there: there is no Writing Tools on Linux.
    @available(*, unavailable, message: "There is no Writing Tools on Linux.")
    public final var writingToolsBehavior: Int {
        get { fatalError() }
        set { _ = newValue }
    }

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

    /// Nil: there are no archives of settings on Linux.
    public required init?(coder: NSCoder) {
        nil
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
            copy.mediaTypesRequiringUserActionForPlayback = mediaTypesRequiringUserActionForPlayback
            copy.upgradeKnownHostsToHTTPS = upgradeKnownHostsToHTTPS
            copy.suppressesIncrementalRendering = suppressesIncrementalRendering
            copy.allowsAirPlayForMediaPlayback = allowsAirPlayForMediaPlayback
            copy.allowsPictureInPictureMediaPlayback = allowsPictureInPictureMediaPlayback
            copy.limitsNavigationsToAppBoundDomains = limitsNavigationsToAppBoundDomains
            copy.allowsInlinePredictions = allowsInlinePredictions
            copy.supportsAdaptiveImageGlyph = supportsAdaptiveImageGlyph
            copy.showsSystemScreenTimeBlockingView = showsSystemScreenTimeBlockingView
            copy.dataDetectorTypes = dataDetectorTypes
            copy.ignoresViewportScaleLimits = ignoresViewportScaleLimits
            copy.selectionGranularity = selectionGranularity
            copy.windowRequest = windowRequest
            copy.schemeHandlers = schemeHandlers
            result = copy
        }
        return result
    }

    /// True, as on iOS.
    public class var supportsSecureCoding: Bool { true }

    /// Writes nothing: there are no archives of settings on Linux.
    open func encode(with coder: NSCoder) {}
}
