// A controller as an iOS app has it: Swift 5, Apple's names, no annotation.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import WebKit

/// Shows a page and keeps what the page says.
public final class GreetingController: NSObject, WKScriptMessageHandler, WKNavigationDelegate {
    /// What a page said, and who it was.
    public struct Greeting: Equatable {
        /// The body, where it was a text.
        public let text: String?
        /// Whether the main frame spoke.
        public let isMainFrame: Bool
        /// The host of the origin that spoke; empty for an opaque one.
        public let host: String
    }

    /// What was said, in order.
    public private(set) var greetings: [Greeting] = []
    /// The view that shows the page.
    public let webView: WKWebView

    /// Makes the view, whose pages post to `greeting`.
    public override init() {
        let configuration = WKWebViewConfiguration()
        webView = WKWebView(frame: .zero, configuration: configuration)
        super.init()
        webView.navigationDelegate = self
        webView.configuration.userContentController.add(self, name: "greeting")
    }

    /// Keeps a message.
    public func userContentController(_ controller: WKUserContentController, didReceive message: WKScriptMessage) {
        let frame = message.frameInfo
        greetings.append(
            Greeting(
                text: message.body as? String, isMainFrame: frame.isMainFrame, host: frame.securityOrigin.host))
    }
}
