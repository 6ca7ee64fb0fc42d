// A page of an origin that shows nothing, to reach what the origin keeps.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomGLib

/// Opens an empty document of an origin in a store, without a request, and runs a function in a world of its own there.
@MainActor
final class StorageVisit: NSObject, WKNavigationDelegate {
    private static let world = WKContentWorld.world(name: "transom storage")

    /// How long an empty document may take, in milliseconds.
    private static let deadline: UInt32 = 60_000

    private let view: WKWebView
    private var loaded: CheckedContinuation<Void, any Error>?

    init(_ store: WKWebsiteDataStore) {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = store
        view = WKWebView(frame: .zero, configuration: configuration)
        super.init()
        view.navigationDelegate = self
    }

    /// Runs a function's body in an origin's document.
    func call(_ body: String, arguments: [String: Any], origin: String) async throws -> Any? {
        let deadline = TimeoutSource(milliseconds: Self.deadline) { [weak self] in self?.webView(failed: nil) }
        defer { deadline.cancel() }
        try await withCheckedThrowingContinuation { continuation in
            loaded = continuation
            let navigation = view.loadHTMLString("<!doctype html>", baseURL: URL(string: origin + "/"))
            if navigation == nil { webView(failed: nil) }
        }
        return try await view.callAsyncJavaScript(body, arguments: arguments, contentWorld: Self.world)
    }

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
        loaded?.resume()
        loaded = nil
    }

    func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
        self.webView(failed: error)
    }

    func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) {
        self.webView(failed: error)
    }

    func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
        self.webView(failed: nil)
    }

    private func webView(failed error: (any Error)?) {
        loaded?.resume(throwing: error ?? WKError(.webContentProcessTerminated))
        loaded = nil
    }
}
