// A view that shows web pages.
// SPDX-License-Identifier: Apache-2.0
//
// It has over 400 lines because what a subclass may override on iOS stands in the class itself: an extension's members cannot
// be overridden on Linux.

import CTransomGIO
import CTransomGTK
import CTransomWebKit
public import Foundation
public import FoundationNetworking
import TransomGLib
import TransomWebKitShims

/// Shows web pages and talks with them, as the class of that name does on iOS.
///
/// One `WebKitWebView` widget each.
///
/// Use it on the main thread. A view that is in no window loads and runs pages as well.
@preconcurrency @MainActor
open class WKWebView: NSObject {
    /// Decides on navigations and follows them.
    open weak var navigationDelegate: (any WKNavigationDelegate)?
    /// Makes the windows that pages ask for.
    open weak var uiDelegate: (any WKUIDelegate)?
    /// A user agent text instead of the engine's; nil brings that back.
    ///
    /// `webkit_settings_set_user_agent`.
    open var customUserAgent: String? {
        didSet { settings.setUserAgent(customUserAgent) }
    }

    /// The widget, which this object owns.
    let view: ObjectRef
    let settings: ViewSettings
    let javaScript = PendingScripts()
    /// Where a server has sent the current navigation, as the engine spells it.
    var redirectedTo: String?
    /// The request with a body that is on its way.
    var posted: PostedLoad?
    /// The request with a body that the engine may want to send again, which would be a second time.
    var unrepeatable: String?
    /// Searches in the page; made at the first one.
    var search: PageSearch?
    /// The requests that scheme handlers are answering.
    let schemes: SchemeExchanges
    var navigations = NavigationTracker()
    var frameDecisions = FrameDecisions()
    /// The navigation that was let go to see which frame it is for, and how long that may take.
    var frameProbe: FrameProbe?
    var probeTimer: TimeoutSource?
    /// The windows that were just made and that the engine has not taken yet.
    var newWindows: [WKWebView] = []
    var connections: [SignalConnection] = []
    /// How often somebody has begun to drag something out of the view, and was stopped.
    package internal(set) var refusedDrags = 0

    /// Whether the web-process extension has reported from this view's process.
    package internal(set) var isStamped = false
    /// Whether the widget was destroyed, so that there is no page any more.
    var isInvalidated = false
    /// Why the web process went away last: `crashed`, `memory`, or `ended` by the host.
    package internal(set) var terminationReason = "crashed"
    /// False after the web process went away, until there is another.
    var hasWebProcess = true
    /// The main frame's document, as the web process announced it.
    var mainDocument: DocumentIdentity? {
        didSet {
            onMainDocument?()
            for observer in mainDocumentObservers.values { observer() }
        }
    }
    /// Called when the main frame has another document, which is a moment after its navigation committed.
    package var onMainDocument: (() -> Void)?
    /// The same for whoever works on this view besides its owner, by the object that listens.
    package var mainDocumentObservers: [ObjectIdentifier: () -> Void] = [:]
    /// Who takes navigations that are signals of a page and go nowhere, by the object that listens.
    ///
    /// They are asked before the delegate, with the URL as the engine spells it; true cancels the navigation.
    package var navigationInterceptors: [ObjectIdentifier: (String) -> Bool] = [:]

    /// What a frame's own function is doing that opens a window or a dialog.
    var windowCall: WindowCall?
    /// Which frames are asking for a device or a file.
    var asks = FrameAsks()
    /// Counts the web processes that the view has had.
    var processNumber = 0
    /// What whoever drives the page has said in advance.
    package var answers: PageAnswers?
    /// Called with the number of a frame other than the main one that has another document, by the object that listens.
    package var frameObservers: [ObjectIdentifier: (UInt64) -> Void] = [:]
    /// Called when a page has asked for something and was answered.
    package var onPageRequest: ((PageRequest) -> Void)?
    /// The permissions that pages have, by the words of `PageRequest.permission`.
    package var grants: Set<String> = []
    /// Whether a click with the other button shows the engine's menu.
    package var hasContextMenu = true
    /// Whether the toolkit shows nothing of its own for the page: no chooser of colours and no tips.
    package var isLocked = false
    /// Called when a policy of a page's own, or what the engine never loads, kept something from loading in it.
    package var onViolation: ((PolicyViolation) -> Void)?
    /// Called with the host when a further authority vouches for a server that a file of the page could not be had from
    /// before; a page that is loaded again gets it.
    package var onLateTrust: ((_ host: String) -> Void)?
    /// Called when documents were refused messages within the page.
    package var onRefusedMessages: ((RefusedMessages) -> Void)?

    private let storedConfiguration: WKWebViewConfiguration
    private var storedFrame: CGRect
    var viewportInsets = (minimum: UIEdgeInsets.zero, maximum: UIEdgeInsets.zero)
    private var storedBackground: UIColor?
    var theme = (isWanted: false, color: UIColor?.none)
    /// Whether the page loaded something without TLS.
    var hasInsecureContent = false
    /// Where a change of the full-screen mode has got to.
    var storedFullscreenState = FullscreenState.notInFullscreen
    /// Who observes the view's properties.
    private(set) lazy var observers = PropertyObservers { [weak self] in self?.value(of: $0) }

    /// Makes a view.
    ///
    /// - Parameters:
    ///   - frame: The size in points that the view asks for where no window gives it one.
    ///   - configuration: Copied. In `createWebViewWith` it must be the one that was handed in.
    public init(frame: CGRect, configuration: WKWebViewConfiguration) {
        Engine.start()
        storedFrame = frame
        // A copy is a fresh object of the same class.
        storedConfiguration = configuration.copy() as? WKWebViewConfiguration ?? configuration
        let opener = storedConfiguration.windowRequest?.opener
        let content = storedConfiguration.userContentController
        settings = ViewSettings(storedConfiguration)
        guard
            let widget = transom_web_view_new(
                storedConfiguration.websiteDataStore.webContext, content.contentManager, settings.pointer,
                opener?.webView, storedConfiguration.websiteDataStore.automation == nil ? 0 : 1)
        else { preconditionFailure("WebKitGTK made no web view.") }
        view = ObjectRef(sinking: UnsafeMutableRawPointer(widget))
        schemes = SchemeExchanges(storedConfiguration.schemeHandlers)
        super.init()
        schemes.attach(self, to: opener?.configuration.websiteDataStore ?? storedConfiguration.websiteDataStore)
        if let opener { isStamped = opener.isStamped }
        content.attach(self)
        connectSignals()
        gtk_widget_show(self.widget)
        layOut()
    }

    /// Makes a view with a configuration of its own.
    public convenience init(frame: CGRect) {
        self.init(frame: frame, configuration: WKWebViewConfiguration())
    }

    /// Makes a view of no size, as tests that replace a view do.
    public convenience override init() {
        self.init(frame: .zero)
    }

    /// There are no archives of views on Linux; it is here so that the usual `super.init(coder:)` compiles.
    public required init?(coder: NSCoder) {
        nil
    }

    /// Whether the engine handles a scheme itself, so that it can have no `WKURLSchemeHandler`.
    open class func handlesURLScheme(_ urlScheme: String) -> Bool {
        SchemeName.native.contains(urlScheme.lowercased())
    }

    /// A copy of the configuration that the view was made with.
    open var configuration: WKWebViewConfiguration {
        let copy = storedConfiguration.copy() as? WKWebViewConfiguration ?? storedConfiguration
        // Only the one view that was made for a window belongs to its opener.
        copy.windowRequest = nil
        return copy
    }

    /// Where its pages' data is kept.
    var dataStore: WKWebsiteDataStore { storedConfiguration.websiteDataStore }

    /// The settings that each navigation begins with.
    var defaultPreferences: WKWebpagePreferences {
        storedConfiguration.defaultWebpagePreferences ?? WKWebpagePreferences()
    }

    /// The title of the page, or nil before there is one.
    ///
    /// `webkit_web_view_get_title`.
    open var title: String? {
        observers.willRead(.title)
        return isInvalidated ? nil : webkit_web_view_get_title(webView).map { String(cString: $0) }
    }

    /// The URL that the view shows or is about to show.
    ///
    /// For display: messages carry their own origin.
    open var url: URL? {
        observers.willRead(.url)
        return isInvalidated ? nil : webkit_web_view_get_uri(webView).flatMap { URL(string: String(cString: $0)) }
    }

    /// Whether a load is on its way.
    open var isLoading: Bool {
        observers.willRead(.isLoading)
        return navigations.isLoading
    }

    /// How much of the page is there, 0 to 1.
    ///
    /// `webkit_web_view_get_estimated_load_progress`.
    open var estimatedProgress: Double {
        observers.willRead(.estimatedProgress)
        return isInvalidated ? 0 : webkit_web_view_get_estimated_load_progress(webView)
    }

    /// Whether there is a page to go back to.
    open var canGoBack: Bool {
        observers.willRead(.canGoBack)
        return !isInvalidated && webkit_web_view_can_go_back(webView) != 0
    }

    /// Whether there is a page to go forward to.
    open var canGoForward: Bool {
        observers.willRead(.canGoForward)
        return !isInvalidated && webkit_web_view_can_go_forward(webView) != 0
    }

    /// Whether everything of the page came over TLS.
    ///
    /// `webkit_web_view_get_tls_info`, and no `insecure-content-detected` since the page began to arrive.
    open var hasOnlySecureContent: Bool {
        observers.willRead(.hasOnlySecureContent)
        return !hasInsecureContent && certificate != nil
    }

    /// The certificates of the page's server, or nil for a page that came without any.
    ///
    /// `webkit_web_view_get_tls_info`.
    open var serverTrust: SecTrust? {
        certificate.map { SecTrust($0) }
    }

    /// The pages that were shown.
    open private(set) lazy var backForwardList = WKBackForwardList(of: self)

    /// What scrolls the page.
    open private(set) lazy var scrollView = UIScrollView(of: self)

    // MARK: - As a view

    /// The rectangle of the view in points.
    ///
    /// In a window it is what GTK gave the view; without one the page is laid out for this size, so scripts see it as
    /// `innerWidth` and `innerHeight`.
    open var frame: CGRect {
        get { isPlaced ? allocation : storedFrame }
        set {
            storedFrame = newValue
            layOut()
        }
    }

    /// The same rectangle from its own corner.
    open var bounds: CGRect {
        get { CGRect(origin: .zero, size: frame.size) }
        set { frame.size = newValue.size }
    }

    /// Whether the view is not shown in its window.
    ///
    /// `gtk_widget_set_visible`.
    open var isHidden: Bool {
        get { isInvalidated || gtk_widget_get_visible(widget) == 0 }
        set { if !isInvalidated { gtk_widget_set_visible(widget, newValue ? 0 : 1) } }
    }

    /// Takes the view out of its window; it goes on loading and running its page.
    ///
    /// `gtk_container_remove`.
    open func removeFromSuperview() {
        guard !isInvalidated, let parent = gtk_widget_get_parent(widget) else { return }
        gtk_container_remove(transom_container(parent), widget)
    }

    // MARK: - Settings

    /// Whether a swipe goes back and forward; false, as on iOS.
    ///
    /// `webkit_settings_set_enable_back_forward_navigation_gestures`.
    open var allowsBackForwardNavigationGestures = false {
        didSet {
            webkit_settings_set_enable_back_forward_navigation_gestures(
                settings.pointer, allowsBackForwardNavigationGestures ? 1 : 0)
        }
    }

    /// How much the page is enlarged; 1 is its own size.
    ///
    /// `webkit_web_view_set_zoom_level`.
    open var pageZoom: CGFloat {
        get { isInvalidated ? 1 : webkit_web_view_get_zoom_level(webView) }
        set { if !isInvalidated { webkit_web_view_set_zoom_level(webView, newValue) } }
    }

    /// Whether the web inspector may be opened on the page; false, as on iOS.
    ///
    /// `webkit_settings_set_enable_developer_extras`.
    open var isInspectable = false {
        didSet { webkit_settings_set_enable_developer_extras(settings.pointer, isInspectable ? 1 : 0) }
    }

    /// The colour behind the page, which shows where that is transparent; nil brings white back.
    ///
    /// `webkit_web_view_set_background_color`.
    open var underPageBackgroundColor: UIColor! {
        get { storedBackground ?? .white }
        set {
            storedBackground = newValue
            guard !isInvalidated else { return }
            var color = (newValue ?? .white).gdkColor
            webkit_web_view_set_background_color(webView, &color)
        }
    }

    /// Kept and not acted on: GTK shows no previews of links.
    open var allowsLinkPreview = true
    /// Kept and not acted on: the engine has one media type for style sheets.
    open var mediaType: String?
    /// Kept and not acted on: `find` searches, and there is no bar for it.
    open var isFindInteractionEnabled = false
    /// Kept and not acted on: nothing of the app covers a page on Linux.
    open var obscuredContentInsets = UIEdgeInsets.zero

    // MARK: - Loading

    /// Loads a request.
    ///
    /// A request with a body is sent by POST, with exactly its bytes and headers; other methods and bodies that are streams
    /// fail with `WKError.unknown` and the reason, rather than being sent as something else.
    ///
    /// `webkit_web_view_load_request`, `webkit_web_view_restore_session_state`.
    ///
    /// - Returns: The navigation, or nil when the request has no URL.
    @discardableResult
    open func load(_ request: URLRequest) -> WKNavigation? {
        guard let url = request.url, !isInvalidated else { return nil }
        guard request.httpMethod ?? "GET" == "GET", request.httpBody == nil, request.httpBodyStream == nil else {
            return loadWithBody(request, to: url)
        }
        let engineRequest = webkit_uri_request_new(url.absoluteString)
        defer { g_object_unref(engineRequest) }
        if let headers = webkit_uri_request_get_http_headers(engineRequest) {
            for (name, value) in request.allHTTPHeaderFields ?? [:] {
                soup_message_headers_replace(headers, name, value)
            }
        }
        return navigate(.address) { webkit_web_view_load_request(webView, engineRequest) }
    }

    /// Loads HTML text as the page of a URL; without one the origin is opaque.
    ///
    /// `webkit_web_view_load_html`.
    @discardableResult
    open func loadHTMLString(_ string: String, baseURL: URL?) -> WKNavigation? {
        navigate(.address) { webkit_web_view_load_html(webView, string, baseURL?.absoluteString) }
    }

    /// Loads bytes as the page of a URL.
    ///
    /// `webkit_web_view_load_bytes`.
    @discardableResult
    open func load(
        _ data: Data, mimeType: String, characterEncodingName: String, baseURL: URL
    ) -> WKNavigation? {
        let bytes = data.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
        defer { g_bytes_unref(bytes) }
        return navigate(.address) {
            webkit_web_view_load_bytes(webView, bytes, mimeType, characterEncodingName, baseURL.absoluteString)
        }
    }

    /// Loads the page again.
    ///
    /// `webkit_web_view_reload`.
    @discardableResult
    open func reload() -> WKNavigation? {
        navigate(.reload) { webkit_web_view_reload(webView) }
    }

    /// Loads the page again without the cache.
    ///
    /// `webkit_web_view_reload_bypass_cache`.
    @discardableResult
    open func reloadFromOrigin() -> WKNavigation? {
        navigate(.reload) { webkit_web_view_reload_bypass_cache(webView) }
    }

    /// Goes to a page of the history, or does nothing and returns nil where it is the current one or another view's.
    ///
    /// `webkit_web_view_go_to_back_forward_list_item`.
    @discardableResult
    open func go(to item: WKBackForwardListItem) -> WKNavigation? {
        guard let engineItem = item.engineItem, backForwardList.has(item), item !== backForwardList.currentItem else {
            return nil
        }
        return navigate(.history) { webkit_web_view_go_to_back_forward_list_item(webView, engineItem.assuming()) }
    }

    /// Goes back in the history, or does nothing and returns nil.
    @discardableResult
    open func goBack() -> WKNavigation? {
        canGoBack ? navigate(.history) { webkit_web_view_go_back(webView) } : nil
    }

    /// Goes forward in the history, or does nothing and returns nil.
    @discardableResult
    open func goForward() -> WKNavigation? {
        canGoForward ? navigate(.history) { webkit_web_view_go_forward(webView) } : nil
    }

    /// Stops what is loading.
    ///
    /// `webkit_web_view_stop_loading`.
    open func stopLoading() {
        guard !isInvalidated else { return }
        navigations.stopped()
        webkit_web_view_stop_loading(webView)
        if let navigation = posted?.navigation { postFailed(navigation) }
        schemes.stopAll()
        MainLoop.wake()
    }

    /// Loads a file.
    ///
    /// - Parameters:
    ///   - url: The file's URL.
    ///   - readAccessURL: The file, or a folder around it; the engine itself does not hold pages to it.
    /// - Returns: The navigation, or nil where the file is not in the folder.
    @discardableResult
    open func loadFileURL(_ url: URL, allowingReadAccessTo readAccessURL: URL) -> WKNavigation? {
        guard url.isFileURL, readAccessURL.isFileURL else {
            Diagnostics.report("loadFileURL was given a URL that is not a file's")
            return nil
        }
        let file = url.standardizedFileURL.path
        let folder = readAccessURL.standardizedFileURL.path
        guard file == folder || file.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/") else { return nil }
        return load(engineURL: url.absoluteString)
    }

    // MARK: - Scripts

    /// Runs a script in the main frame and reports its value; `undefined` is nil.
    ///
    /// A subclass that overrides either spelling sees every script, as on iOS, where both are one method.
    ///
    /// - Parameters:
    ///   - javaScriptString: The script.
    ///   - completionHandler: Called once on the main thread, also when the view goes first.
    @preconcurrency open func evaluateJavaScript(
        _ javaScriptString: String, completionHandler: (@MainActor @Sendable (Any?, (any Error)?) -> Void)? = nil
    ) {
        guard type(of: self) == WKWebView.self || EvaluationSpelling.isBetweenSpellings else {
            // The other spelling may be a subclass's own.
            return EvaluationSpelling.throughOther {
                do {
                    let value = try await self.evaluateJavaScript(javaScriptString)
                    completionHandler?(value, nil)
                } catch {
                    completionHandler?(nil, error)
                }
            }
        }
        evaluate(javaScriptString, in: nil, world: .page) { result in
            switch result {
            case .success(let value): completionHandler?(value, nil)
            case .failure(let error): completionHandler?(nil, error)
            }
        }
    }

    /// Runs a script in the main frame and returns its value; nil for `undefined`.
    @discardableResult
    open func evaluateJavaScript(_ javaScriptString: String) async throws -> Any? {
        let isDirect = EvaluationSpelling.isBetweenSpellings
        return try await withCheckedThrowingContinuation { continuation in
            let complete: @MainActor @Sendable (Any?, (any Error)?) -> Void = { value, error in
                nonisolated(unsafe) let value = value
                // The value was made for this caller alone.
                if let error { continuation.resume(throwing: error) } else { continuation.resume(returning: value) }
            }
            if isDirect {
                evaluate(javaScriptString, in: nil, world: .page) { result in
                    switch result {
                    case .success(let value): complete(value, nil)
                    case .failure(let error): complete(nil, error)
                    }
                }
            } else {
                EvaluationSpelling.betweenSpellings {
                    evaluateJavaScript(javaScriptString, completionHandler: complete)
                }
            }
        }
    }

    /// Whether this view was made with the configuration that a request for a window handed out.
    func isMade(for request: WindowRequest) -> Bool {
        storedConfiguration.windowRequest === request
    }

    var webView: UnsafeMutablePointer<WebKitWebView> {
        view.assuming()
    }

    var widget: UnsafeMutablePointer<GtkWidget> {
        transom_widget(view.pointer)
    }

    isolated deinit {
        javaScript.failAll(WKError(.webViewInvalidated))
        schemes.abandon(widget: view.pointer)
        search?.failAll()
        DocumentRegistry.removeAll(of: ObjectIdentifier(self))
        for connection in connections { connection.disconnect() }
        gtk_widget_destroy(widget)
        MainLoop.wake()
    }
}
