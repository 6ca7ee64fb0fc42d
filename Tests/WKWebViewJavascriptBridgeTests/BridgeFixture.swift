// A view with a bridge, and pages at https origins.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import TransomCore
import TransomSandbox
import TransomTestSupport
import WKWebViewJavascriptBridge
import WebKit

/// A view with a bridge whose pages come from a table.
@MainActor
final class BridgeFixture {
    let view: WKWebView
    private(set) var bridge: WKWebViewJavascriptBridge?
    /// What the page told with the handler `tell`, in order.
    private(set) var told: [String] = []
    private(set) var errors: [WKWebViewJavascriptBridgeError] = []
    private let server: SandboxServer

    /// - Parameter pages: Bodies by path, at `https://shop.example`; each begins with the set-up functions of both dialects.
    init(_ pages: [String: String]) throws {
        let configuration = WKWebViewConfiguration()
        let store = WKWebsiteDataStore.nonPersistent()
        configuration.websiteDataStore = store
        server = try SandboxServer(sites: [
            ClosureSite([try Origin("https://shop.example")]) { request in
                guard let body = pages[request.path] else { return .notFound }
                return .html("<!doctype html><meta charset=utf-8><script>\(Self.setUp)</script>" + body)
            }
        ])
        store.setProxy(server.proxyURI)
        for host in server.hosts { try store.trust(certificatePEM: server.certificatePEM, host: host) }
        view = WKWebView(frame: CGRect(x: 0, y: 0, width: 400, height: 300), configuration: configuration)
        let bridge = WKWebViewJavascriptBridge(webView: view)
        self.bridge = bridge
        bridge.errorHandler = { [weak self] in self?.errors.append($0) }
        bridge.register(handlerName: "tell") { [weak self] (text: String?, _) in self?.told.append(text ?? "nothing") }
    }

    /// The page's half of the set-up, as the vendors' pages have it.
    private static let setUp = """
        function connected(use) {
            if (window.WKWebViewJavascriptBridge) return use(WKWebViewJavascriptBridge);
            if (window.WKWVJBCallbacks) return WKWVJBCallbacks.push(use);
            window.WKWVJBCallbacks = [use];
            window.webkit.messageHandlers.iOS_Native_InjectJavascript.postMessage(null);
        }
        function connectedOlder(use) {
            if (window.WebViewJavascriptBridge) return use(WebViewJavascriptBridge);
            if (window.WVJBCallbacks) return WVJBCallbacks.push(use);
            window.WVJBCallbacks = [use];
            const frame = document.createElement('iframe');
            frame.style.display = 'none';
            frame.src = 'https://__bridge_loaded__';
            document.documentElement.appendChild(frame);
            setTimeout(() => document.documentElement.removeChild(frame), 0);
        }
        """

    func load(_ path: String) {
        guard let url = URL(string: "https://shop.example" + path) else { return }
        view.load(URLRequest(url: url))
    }

    /// Waits until the page has told as much.
    func told(_ count: Int) async throws -> [String] {
        try await eventually("\(count) words of the page, after \(told)") { told.count >= count }
        return told
    }

    func forget() { told = [] }

    func releaseBridge() { bridge = nil }
}
