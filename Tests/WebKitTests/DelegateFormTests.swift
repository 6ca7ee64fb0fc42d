// A decision may be implemented in any spelling that code written for iOS has.
// SPDX-License-Identifier: Apache-2.0

import TransomTestSupport
import WebKit
import XCTest

private class Finishing: NSObject, WKNavigationDelegate {
    private(set) var finished = 0
    var started = 0
    func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) { started += 1 }
    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) { finished += 1 }
}

// What iOS code looked like until Swift 5.
private final class Plain: NSObject, WKNavigationDelegate {
    var asked = 0
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping (WKNavigationActionPolicy) -> Void
    ) {
        asked += 1
        decisionHandler(.cancel)
    }
}

// What it looks like since Swift 6.
private final class Isolated: NSObject, WKNavigationDelegate {
    var asked = 0
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void
    ) {
        asked += 1
        decisionHandler(.cancel)
    }
}

private final class Half: NSObject, WKNavigationDelegate {
    var asked = 0
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping @MainActor (WKNavigationActionPolicy) -> Void
    ) {
        asked += 1
        decisionHandler(.cancel)
    }
}

private final class Asynchronous: NSObject, WKNavigationDelegate {
    var asked = 0
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
    ) async -> WKNavigationActionPolicy {
        asked += 1
        return .cancel
    }
}

private final class Suspending: NSObject, WKNavigationDelegate {
    var asked = 0
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
    ) async -> WKNavigationActionPolicy {
        asked += 1
        try? await Task.sleep(for: .milliseconds(5))
        return .cancel
    }
}

private final class InExtension: NSObject {
    var asked = 0
}

extension InExtension: WKNavigationDelegate {
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping (WKNavigationActionPolicy) -> Void
    ) {
        asked += 1
        decisionHandler(.cancel)
    }
}

private final class Nonisolated: NSObject, WKNavigationDelegate {
    nonisolated func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping (WKNavigationActionPolicy) -> Void
    ) {
        decisionHandler(.cancel)
    }
}

private final class FromAnotherThread: NSObject, WKNavigationDelegate {
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping (WKNavigationActionPolicy) -> Void
    ) {
        nonisolated(unsafe) let decisionHandler = decisionHandler
        // Handed over, as iOS code does without a thought.
        DispatchQueue.global().async { decisionHandler(.cancel) }
    }
}

private final class Forgetful: NSObject, WKNavigationDelegate {
    var asked = 0
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping (WKNavigationActionPolicy) -> Void
    ) { asked += 1 }
}

private final class Twice: NSObject, WKNavigationDelegate {
    var asked = 0
    var started = 0
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping (WKNavigationActionPolicy) -> Void
    ) {
        asked += 1
        decisionHandler(.cancel)
        decisionHandler(.allow)
    }
    func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) { started += 1 }
}

private final class ResponseCanceller: NSObject, WKNavigationDelegate {
    private(set) var failures: [NSError] = []
    private(set) var committed = 0
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse
    ) async -> WKNavigationResponsePolicy { .cancel }
    func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) { failures.append(error as NSError) }
    func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) { committed += 1 }
}

@MainActor
final class DelegateFormTests: XCTestCase {
    private let shop = URL(string: "https://shop.example/")

    /// Loads a page and tells whether it was shown.
    private func isShown(with delegate: any WKNavigationDelegate) async throws -> Bool {
        let recorder = MessageRecorder()
        let view = WKWebView.offline(recorder)
        view.navigationDelegate = delegate
        view.loadHTMLString("<script>webkit.messageHandlers.bridge.postMessage('shown')</script>", baseURL: shop)
        try await eventually("\(type(of: delegate)) is asked") { !view.isLoading }
        // A question to the web process comes back after everything that the load would have done there.
        _ = try await view.evaluateJavaScript("0")
        withExtendedLifetime(delegate) {}
        return !recorder.messages.isEmpty
    }

    func testEverySpellingCancels() async throws {
        let delegates: [any WKNavigationDelegate] = [
            Plain(), Isolated(), Half(), Asynchronous(), Suspending(), InExtension(), Nonisolated(),
            FromAnotherThread(), Forgetful(), Twice(),
        ]
        for delegate in delegates {
            let isShown = try await isShown(with: delegate)
            XCTAssertFalse(isShown, "\(type(of: delegate))")
        }
    }

    func testEachSpellingIsAskedOnce() async throws {
        let (plain, isolated, half, asynchronous) = (Plain(), Isolated(), Half(), Asynchronous())
        let (suspending, inExtension, forgetful, twice) = (Suspending(), InExtension(), Forgetful(), Twice())
        for delegate in [plain, isolated, half, asynchronous, suspending, inExtension, forgetful, twice]
            as [any WKNavigationDelegate]
        {
            _ = try await isShown(with: delegate)
        }
        XCTAssertEqual(
            [
                plain.asked, isolated.asked, half.asked, asynchronous.asked, suspending.asked, inExtension.asked,
                forgetful.asked, twice.asked,
            ], [1, 1, 1, 1, 1, 1, 1, 1])
        XCTAssertEqual(twice.started, 0)
    }

    func testADelegateThatSaysNothingAllows() async throws {
        let silent = Finishing()
        let view = WKWebView.offline()
        view.navigationDelegate = silent
        view.loadHTMLString("<p>x</p>", baseURL: shop)
        try await eventually { silent.finished == 1 }
        XCTAssertEqual(silent.started, 1)
    }

    func testWithoutADelegateAPageLoads() async throws {
        let recorder = MessageRecorder()
        let view = WKWebView.offline(recorder)
        view.loadHTMLString("<script>webkit.messageHandlers.bridge.postMessage('shown')</script>", baseURL: shop)
        try await eventually { recorder.texts == ["shown"] }
    }

    func testADelegateThatIsGoneIsNotAsked() async throws {
        let recorder = MessageRecorder()
        let view = WKWebView.offline(recorder)
        do {
            let delegate = Plain()
            view.navigationDelegate = delegate
        }
        XCTAssertNil(view.navigationDelegate)
        view.loadHTMLString("<script>webkit.messageHandlers.bridge.postMessage('shown')</script>", baseURL: shop)
        try await eventually { recorder.texts == ["shown"] }
    }

    func testACancelledResponseIsAFailureWithApplesCode() async throws {
        let canceller = ResponseCanceller()
        let view = WKWebView.offline()
        view.navigationDelegate = canceller
        view.load("data:text/html,x")
        try await eventually { canceller.failures.count == 1 }
        XCTAssertEqual(canceller.failures[0].domain, "WebKitErrorDomain")
        XCTAssertEqual(canceller.failures[0].code, 102)
        XCTAssertEqual(canceller.committed, 0)
    }

    func testATestMayCallItsOwnDelegate() async {
        var answers: [WKNavigationActionPolicy] = []
        let view = WKWebView.offline()
        let action = WKNavigationAction()
        Isolated().webView(view, decidePolicyFor: action) { answers.append($0) }
        Plain().webView(view, decidePolicyFor: action) { answers.append($0) }
        let answer = await Asynchronous().webView(view, decidePolicyFor: action)
        XCTAssertEqual(answers + [answer], [.cancel, .cancel, .cancel])
    }
}
