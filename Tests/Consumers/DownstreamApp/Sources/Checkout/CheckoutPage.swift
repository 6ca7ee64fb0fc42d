// A checkout page and its messages, as apps have written them for ten years.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import WebKit

/// What the checkout page reports.
struct CheckoutEvent: Equatable {
    let name: String
    let amount: Int
    let host: String
    let isMainFrame: Bool
}

protocol CheckoutPageDelegate: AnyObject {
    func checkoutPage(_ page: CheckoutPage, didReceive event: CheckoutEvent)
}

final class CheckoutPage: NSObject {
    weak var delegate: CheckoutPageDelegate?
    let webView: WKWebView
    private(set) var visited: [String] = []
    var onFinish: (() -> Void)?
    var onFail: ((Error) -> Void)?

    override init() {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = WKWebsiteDataStore.nonPersistent()
        let controller = WKUserContentController()
        configuration.userContentController = controller
        configuration.preferences.javaScriptCanOpenWindowsAutomatically = true
        let script = WKUserScript(
            source: "window.isApp = true;", injectionTime: .atDocumentStart, forMainFrameOnly: true)
        controller.addUserScript(script)
        webView = WKWebView(frame: .zero, configuration: configuration)
        super.init()
        controller.add(self, name: "checkout")
        webView.navigationDelegate = self
        webView.uiDelegate = self
    }

    deinit {
        print("checkout page is gone")
    }

    func show(_ html: String, host: String) {
        webView.loadHTMLString(html, baseURL: URL(string: "https://\(host)/"))
    }

    func askTitle(_ completion: @escaping (String?) -> Void) {
        webView.evaluateJavaScript("document.title") { result, error in
            completion(error == nil ? result as? String : nil)
        }
    }

    func close() {
        webView.configuration.userContentController.removeScriptMessageHandler(forName: "checkout")
        webView.stopLoading()
    }
}

extension CheckoutPage: WKScriptMessageHandler {
    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) {
        guard message.name == "checkout",
            let body = message.body as? [String: Any],
            let name = body["event"] as? String,
            let amount = body["amount"] as? Int
        else { return }
        delegate?.checkoutPage(
            self,
            didReceive: CheckoutEvent(
                name: name, amount: amount, host: message.frameInfo.securityOrigin.host,
                isMainFrame: message.frameInfo.isMainFrame))
    }
}

extension CheckoutPage: WKNavigationDelegate {
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping (WKNavigationActionPolicy) -> Void
    ) {
        guard let url = navigationAction.request.url else {
            decisionHandler(.cancel)
            return
        }
        visited.append(url.absoluteString)
        if url.scheme == "upi" {
            decisionHandler(.cancel)
            return
        }
        decisionHandler(.allow)
    }

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
        onFinish?()
    }

    func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: Error
    ) {
        onFail?(error)
    }
}

extension CheckoutPage: WKUIDelegate {
    func webView(
        _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
        for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
    ) -> WKWebView? {
        if navigationAction.targetFrame == nil {
            webView.load(navigationAction.request)
        }
        return nil
    }
}
