// A UI delegate that opens every window that a page asks for.
// SPDX-License-Identifier: Apache-2.0

import WebKit

/// Opens every window, and keeps its view.
@MainActor
final class OpenedWindows: NSObject, WKUIDelegate {
    private(set) var opened: [WKWebView] = []
    weak var navigationDelegate: (any WKNavigationDelegate)?

    func webView(
        _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
        for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
    ) -> WKWebView? {
        let view = WKWebView(frame: .zero, configuration: configuration)
        view.navigationDelegate = navigationDelegate
        opened.append(view)
        return view
    }
}
