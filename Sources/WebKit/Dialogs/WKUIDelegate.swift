// Who shows what a page asks for outside itself.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Makes the windows that a page asks for, shows its dialogs and decides on its devices.
///
/// Every method is optional, as on iOS.
///
/// A method that exists in several spellings may be implemented in any one of them; see `WKNavigationDelegate`.
@preconcurrency @MainActor
public protocol WKUIDelegate: _WKUIDelegateForms {
    /// Makes the view for a new window, with exactly the configuration given, or returns nil: then `window.open` gives
    /// the page null.
    ///
    /// Do not load the request: the engine does. The view is asked for its first navigation like any other.
    func webView(
        _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
        for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
    ) -> WKWebView?

    /// The page closed itself with `window.close()`.
    func webViewDidClose(_ webView: WKWebView)
}

/// The decisions that Apple offers in several spellings.
///
/// They stand apart for the reason that `_WKNavigationDelegateForms` gives.
@MainActor
public protocol _WKUIDelegateForms: NSObjectProtocol {
    /// Shows a message and calls back when it was read; without it the page goes on at once.
    func webView(
        _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String,
        initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping @MainActor @Sendable () -> Void)
    /// Shows a message and calls back on any thread when it was read.
    @preconcurrency func webView(
        _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String,
        initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping () -> Void)
    /// Shows a message and returns when it was read.
    func webView(
        _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo
    ) async

    /// Asks a question of yes or no; without it the answer is no.
    func webView(
        _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String,
        initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping @MainActor @Sendable (Bool) -> Void)
    /// Asks a question of yes or no and answers on any thread.
    @preconcurrency func webView(
        _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String,
        initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping (Bool) -> Void)
    /// Asks a question of yes or no and returns the answer.
    func webView(
        _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo
    ) async -> Bool

    /// Asks for a text; without it, and for nil, the page gets null.
    func webView(
        _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
        initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping @MainActor @Sendable (String?) -> Void)
    /// Asks for a text and answers on any thread.
    @preconcurrency func webView(
        _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
        initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping (String?) -> Void)
    /// Asks for a text and returns it.
    func webView(
        _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
        initiatedByFrame frame: WKFrameInfo
    ) async -> String?

    /// Decides whether a page may use a camera or a microphone; without it, it may not.
    ///
    /// Frame and origin are those of the document that asks; of an opaque one that is not the main frame's where several
    /// ask at once or the web process did not say.
    func webView(
        _ webView: WKWebView, requestMediaCapturePermissionFor origin: WKSecurityOrigin,
        initiatedByFrame frame: WKFrameInfo, type: WKMediaCaptureType,
        decisionHandler: @escaping @MainActor @Sendable (WKPermissionDecision) -> Void)
    /// Decides on a device and answers on any thread.
    @preconcurrency func webView(
        _ webView: WKWebView, requestMediaCapturePermissionFor origin: WKSecurityOrigin,
        initiatedByFrame frame: WKFrameInfo, type: WKMediaCaptureType,
        decisionHandler: @escaping (WKPermissionDecision) -> Void)
    /// Decides on a device by returning.
    func webView(
        _ webView: WKWebView, decideMediaCapturePermissionsFor origin: WKSecurityOrigin,
        initiatedBy frame: WKFrameInfo, type: WKMediaCaptureType
    ) async -> WKPermissionDecision

    /// Chooses files for an input element; without it, and for nil, none are chosen.
    ///
    /// The frame is that of the document that asks; an opaque one that is not the main frame where nobody said.
    func webView(
        _ webView: WKWebView, runOpenPanelWith parameters: WKOpenPanelParameters,
        initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping @MainActor @Sendable ([URL]?) -> Void)
    /// Chooses files and answers on any thread.
    @preconcurrency func webView(
        _ webView: WKWebView, runOpenPanelWith parameters: WKOpenPanelParameters,
        initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping ([URL]?) -> Void)
    /// Chooses files by returning them.
    func webView(
        _ webView: WKWebView, runOpenPanelWith parameters: WKOpenPanelParameters, initiatedByFrame frame: WKFrameInfo
    ) async -> [URL]?
}

extension WKUIDelegate {
    /// Refuses the window.
    public func webView(
        _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
        for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
    ) -> WKWebView? { nil }

    /// Does nothing.
    public func webViewDidClose(_ webView: WKWebView) {}
}
