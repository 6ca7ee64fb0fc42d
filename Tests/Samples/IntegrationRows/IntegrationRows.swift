// What docs/linux-swift.md says compiles on Linux as it is, each row of its left column.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import WebKit

class CheckoutCoordinator: NSObject, WKScriptMessageHandler, WKNavigationDelegate, WKUIDelegate {
    var observation: NSKeyValueObservation?
    var popup: WKWebView?
    var timer: Timer?
    let webView: WKWebView

    override init() {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        webView = WKWebView(frame: .zero, configuration: configuration)
        super.init()
        webView.configuration.userContentController.add(self, name: "checkout")
        webView.navigationDelegate = self
        webView.uiDelegate = self
        let source = "window.fromApp = true"
        let script = WKUserScript(source: source, injectionTime: .atDocumentStart, forMainFrameOnly: true)
        webView.configuration.userContentController.addUserScript(script)
        observation = webView.observe(\.estimatedProgress, options: [.new]) { _, change in print(change.newValue ?? 0) }
        timer = Timer.scheduledTimer(withTimeInterval: 30, repeats: false) { _ in print("late") }
    }

    func start() {
        if let url = URL(string: "https://shop.example/") { webView.load(URLRequest(url: url)) }
        webView.evaluateJavaScript("document.title") { title, error in print(title ?? error ?? "nothing") }
        webView.callAsyncJavaScript("return a + 1", arguments: ["a": 1], in: nil, in: .page) { print($0) }
        webView.configuration.websiteDataStore.httpCookieStore.getAllCookies { print($0.count) }
        DispatchQueue.main.async { self.webView.reload() }
        Task { @MainActor in _ = try await self.webView.evaluateJavaScript("1 + 1") }
    }

    func userContentController(_ controller: WKUserContentController, didReceive message: WKScriptMessage) {
        guard message.frameInfo.isMainFrame, message.frameInfo.securityOrigin.host == "shop.example" else { return }
        print(message.body)
    }

    func webView(_ webView: WKWebView, decidePolicyFor action: WKNavigationAction) async -> WKNavigationActionPolicy {
        action.request.url?.scheme == "https" ? .allow : .cancel
    }

    func webView(
        _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
        for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
    ) -> WKWebView? {
        popup = WKWebView(frame: .zero, configuration: configuration)
        return popup
    }
}
