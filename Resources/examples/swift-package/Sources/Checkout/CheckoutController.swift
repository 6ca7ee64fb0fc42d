// An app's own web view code, as it is written for iOS: it knows nothing of tests.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import WebKit

@MainActor
public final class CheckoutController: NSObject, WKScriptMessageHandler {
    public let webView: WKWebView
    public private(set) var receipts: [String] = []

    public override init() {
        webView = WKWebView(frame: .zero, configuration: WKWebViewConfiguration())
        super.init()
        webView.configuration.userContentController.add(self, name: "checkout")
    }

    public func start() {
        webView.load(URLRequest(url: URL(string: "https://shop.example/")!))
    }

    public func userContentController(_ controller: WKUserContentController, didReceive message: WKScriptMessage) {
        guard message.frameInfo.securityOrigin.host == "shop.example", let body = message.body as? [String: Any],
            let amount = body["amount"] as? String, body["paid"] as? Bool == true
        else { return }
        receipts.append(amount)
    }
}
