// A delegate that remembers what it was told.
// SPDX-License-Identifier: Apache-2.0

import WebKit

/// Remembers the calls of a navigation delegate in order, and decides as it is told to.
@MainActor
final class NavigationLog: NSObject, WKNavigationDelegate {
    private(set) var calls: [String] = []
    private(set) var errors: [NSError] = []
    private(set) var navigations: [WKNavigation?] = []
    private(set) var actions: [WKNavigationAction] = []
    private(set) var responses: [WKNavigationResponse] = []
    var decide: (WKNavigationAction) -> WKNavigationActionPolicy = { _ in .allow }
    var decideResponse: (WKNavigationResponse) -> WKNavigationResponsePolicy = { _ in .allow }
    var onCall: (String) -> Void = { _ in }

    private func note(_ call: String) {
        calls.append(call)
        onCall(call)
    }

    /// The navigation of the last call.
    var lastNavigation: WKNavigation? { navigations.last ?? nil }

    /// The calls that are not decisions.
    var events: [String] { calls.filter { !$0.hasPrefix("decide") } }

    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping (WKNavigationActionPolicy) -> Void
    ) {
        actions.append(navigationAction)
        let target = navigationAction.targetFrame.map { $0.isMainFrame ? "main" : "frame" } ?? "window"
        note("decide \(target) \(navigationAction.request.url?.absoluteString ?? "")")
        decisionHandler(decide(navigationAction))
    }

    func webView(
        _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
        decisionHandler: @escaping (WKNavigationResponsePolicy) -> Void
    ) {
        responses.append(navigationResponse)
        note("decide response \(navigationResponse.isForMainFrame ? "main" : "frame")")
        decisionHandler(decideResponse(navigationResponse))
    }

    func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) {
        navigations.append(navigation)
        note("start")
    }

    func webView(_ webView: WKWebView, didReceiveServerRedirectForProvisionalNavigation navigation: WKNavigation!) {
        navigations.append(navigation)
        note("redirect")
    }

    func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) {
        navigations.append(navigation)
        errors.append(error as NSError)
        note("fail provisional")
    }

    func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) {
        navigations.append(navigation)
        note("commit")
    }

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
        navigations.append(navigation)
        note("finish")
    }

    func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
        navigations.append(navigation)
        errors.append(error as NSError)
        note("fail")
    }

    func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
        note("terminated")
    }
}
