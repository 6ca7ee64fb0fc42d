// A view that shows web pages.
// SPDX-License-Identifier: Apache-2.0

import CTransomGTK
import CTransomWebKit
public import Foundation
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
    /// The rectangle that the view was made with, in points.
    public let frame: CGRect

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
    var navigations = NavigationTracker()
    var popups: [WKWebView] = []
    var connections: [SignalConnection] = []

    /// Whether the web-process extension has reported from this view's process.
    package internal(set) var isStamped = false
    /// The main frame's document, as the web process announced it.
    var mainDocument: DocumentIdentity?

    private let storedConfiguration: WKWebViewConfiguration

    /// Makes a view.
    ///
    /// - Parameters:
    ///   - frame: The size in points that the view asks for where no window gives it one.
    ///   - configuration: Copied. In `createWebViewWith` it must be the one that was handed in.
    public init(frame: CGRect, configuration: WKWebViewConfiguration) {
        Engine.start()
        self.frame = frame
        // A copy is a fresh object of the same class.
        storedConfiguration = configuration.copy() as? WKWebViewConfiguration ?? configuration
        let content = storedConfiguration.userContentController
        settings = ViewSettings(storedConfiguration)
        guard
            let widget = transom_web_view_new(
                storedConfiguration.websiteDataStore.webContext, content.contentManager, settings.pointer,
                storedConfiguration.opener?.webView)
        else { preconditionFailure("WebKitGTK made no web view.") }
        view = ObjectRef(sinking: UnsafeMutableRawPointer(widget))
        super.init()
        if let opener = storedConfiguration.opener { isStamped = opener.isStamped }
        content.attach(self)
        connectSignals()
        gtk_widget_show(self.widget)
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

    /// A copy of the configuration that the view was made with.
    open var configuration: WKWebViewConfiguration {
        storedConfiguration.copy() as? WKWebViewConfiguration ?? storedConfiguration
    }

    /// The title of the page, or nil before there is one.
    ///
    /// `webkit_web_view_get_title`.
    open var title: String? {
        webkit_web_view_get_title(webView).map { String(cString: $0) }
    }

    /// The URL that the view shows or is about to show.
    ///
    /// For display: messages carry their own origin.
    open var url: URL? {
        webkit_web_view_get_uri(webView).flatMap { URL(string: String(cString: $0)) }
    }

    /// Whether a load is on its way.
    open var isLoading: Bool {
        navigations.isAwaitingStart || webkit_web_view_is_loading(webView) != 0
    }

    /// How much of the page is there, 0 to 1.
    ///
    /// `webkit_web_view_get_estimated_load_progress`.
    open var estimatedProgress: Double {
        webkit_web_view_get_estimated_load_progress(webView)
    }

    /// Whether there is a page to go back to.
    open var canGoBack: Bool {
        webkit_web_view_can_go_back(webView) != 0
    }

    /// Whether there is a page to go forward to.
    open var canGoForward: Bool {
        webkit_web_view_can_go_forward(webView) != 0
    }

    /// Runs a script in the main frame and reports its value; `undefined` is nil.
    ///
    /// - Parameters:
    ///   - javaScriptString: The script.
    ///   - completionHandler: Called once on the main thread, also when the view goes first.
    open func evaluateJavaScript(
        _ javaScriptString: String, completionHandler: (@MainActor @Sendable (Any?, (any Error)?) -> Void)? = nil
    ) {
        evaluate(javaScriptString, in: nil, world: .page) { result in
            switch result {
            case .success(let value): completionHandler?(value, nil)
            case .failure(let error): completionHandler?(nil, error)
            }
        }
    }

    /// Runs a script in the main frame and returns its value; nil for `undefined`.
    ///
    /// It goes through the spelling with a completion handler, so that a subclass which overrides that sees every script.
    @discardableResult
    open func evaluateJavaScript(_ javaScriptString: String) async throws -> Any? {
        try await withCheckedThrowingContinuation { continuation in
            evaluateJavaScript(javaScriptString) { value, error in
                nonisolated(unsafe) let value = value
                // The value was made for this caller alone.
                if let error { continuation.resume(throwing: error) } else { continuation.resume(returning: value) }
            }
        }
    }

    /// Whether this view was made for a window that another view's page asked for.
    func isOpened(by opener: WKWebView) -> Bool {
        storedConfiguration.opener === opener
    }

    var webView: UnsafeMutablePointer<WebKitWebView> {
        view.assuming()
    }

    var widget: UnsafeMutablePointer<GtkWidget> {
        transom_widget(view.pointer)
    }

    isolated deinit {
        javaScript.failAll(WKError(.webViewInvalidated))
        DocumentRegistry.removeAll(of: ObjectIdentifier(self))
        for connection in connections { connection.disconnect() }
        gtk_widget_destroy(widget)
        MainLoop.wake()
    }
}
