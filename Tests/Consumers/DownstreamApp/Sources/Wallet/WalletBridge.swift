// A wallet's bridge in Swift 6: async decisions, answers, main-actor classes.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import WebKit

/// Answers a page's questions about a wallet.
@MainActor
final class WalletBridge: NSObject, WKScriptMessageHandlerWithReply, WKNavigationDelegate {
    private(set) var askers: [String] = []
    private let allowedHosts: Set<String>

    init(allowedHosts: Set<String>) {
        self.allowedHosts = allowedHosts
    }

    func makeWebView() -> WKWebView {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        configuration.userContentController.addScriptMessageHandler(self, contentWorld: .page, name: "wallet")
        let webView = WKWebView(frame: CGRect(x: 0, y: 0, width: 390, height: 844), configuration: configuration)
        webView.navigationDelegate = self
        return webView
    }

    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) async -> (Any?, String?) {
        let origin = message.frameInfo.securityOrigin
        askers.append("\(origin.protocol)://\(origin.host)")
        guard allowedHosts.contains(origin.host) else { return (nil, "not allowed") }
        guard let question = message.body as? String else { return (nil, "not a question") }
        return (["question": question, "balance": 42, "open": true], nil)
    }

    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
    ) async -> WKNavigationActionPolicy {
        navigationAction.request.url?.scheme == "https" || navigationAction.request.url?.scheme == "about"
            ? .allow : .cancel
    }
}
