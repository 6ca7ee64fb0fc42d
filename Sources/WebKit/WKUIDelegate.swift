// Who shows what a page asks for outside itself.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Makes the windows that a page asks for.
///
/// Every method is optional, as on iOS.
@preconcurrency @MainActor
public protocol WKUIDelegate: NSObjectProtocol {
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

extension WKUIDelegate {
    /// Refuses the window.
    public func webView(
        _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
        for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
    ) -> WKWebView? { nil }

    /// Does nothing.
    public func webViewDidClose(_ webView: WKWebView) {}
}
