// The same jobs in today's spelling: async decisions, async scripts, a world of the app's own.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import WebKit

@MainActor
final class AsyncCoordinator: NSObject {
    let webView: WKWebView
    private let world = WKContentWorld.world(name: "coordinator")
    private(set) var frames: [WKFrameInfo] = []
    private var loads: [ObjectIdentifier: CheckedContinuation<Void, Error>] = [:]

    override init() {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        webView = WKWebView(frame: .zero, configuration: configuration)
        super.init()
        webView.navigationDelegate = self
        webView.uiDelegate = self
        let script = WKUserScript(
            source: "webkit.messageHandlers.frame.postMessage(location.href)", injectionTime: .atDocumentEnd,
            forMainFrameOnly: false, in: world)
        configuration.userContentController.addUserScript(script)
        configuration.userContentController.add(self, contentWorld: world, name: "frame")
    }

    func load(html: String, baseURL: URL?) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, Error>) in
            guard let navigation = webView.loadHTMLString(html, baseURL: baseURL) else {
                continuation.resume(throwing: URLError(.badURL))
                return
            }
            loads[ObjectIdentifier(navigation)] = continuation
        }
    }

    func heading(in frame: WKFrameInfo? = nil) async throws -> String? {
        try await webView.evaluateJavaScript(
            "document.querySelector('h1')?.textContent ?? null", in: frame, contentWorld: world) as? String
    }

    func sum(_ numbers: [Int]) async throws -> Int? {
        let result = try await webView.callAsyncJavaScript(
            "return numbers.reduce((a, b) => a + b, 0)", arguments: ["numbers": numbers], contentWorld: .page)
        return result as? Int
    }
}

extension AsyncCoordinator: WKScriptMessageHandler {
    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) {
        frames.append(message.frameInfo)
    }
}

extension AsyncCoordinator: WKNavigationDelegate {
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
    ) async -> WKNavigationActionPolicy {
        navigationAction.request.url?.scheme == "tel" ? .cancel : .allow
    }

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
        guard let navigation else { return }
        loads.removeValue(forKey: ObjectIdentifier(navigation))?.resume()
    }

    func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: Error
    ) {
        guard let navigation else { return }
        loads.removeValue(forKey: ObjectIdentifier(navigation))?.resume(throwing: error)
    }
}

extension AsyncCoordinator: WKUIDelegate {
    func webView(
        _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
        initiatedByFrame frame: WKFrameInfo
    ) async -> String? {
        defaultText.map { $0 + "!" }
    }
}
