// Tests as an app has them: expectations, completion handlers, no annotation.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import WebKit
import XCTest

@testable import Checkout

private class Recorder: CheckoutPageDelegate {
    var events: [CheckoutEvent] = []
    var onEvent: (() -> Void)?
    func checkoutPage(_ page: CheckoutPage, didReceive event: CheckoutEvent) {
        events.append(event)
        onEvent?()
    }
}

/// A stand-in for a message, made without a page.
private class FakeMessage: WKScriptMessage {
    override var name: String { "checkout" }
    override var body: Any { ["event": "paid", "amount": 3] as [String: Any] }
}

/// A stand-in for a view, which loads nothing.
private class FakeWebView: WKWebView {
    var loaded: [URLRequest] = []
    var evaluated: [String] = []
    override func load(_ request: URLRequest) -> WKNavigation? {
        loaded.append(request)
        return nil
    }
    override func evaluateJavaScript(_ javaScriptString: String, completionHandler: ((Any?, Error?) -> Void)? = nil) {
        evaluated.append(javaScriptString)
        completionHandler?("faked", nil)
    }
}

final class CheckoutPageTests: XCTestCase {
    func testAMessageArrivesWithItsSpeaker() {
        let page = CheckoutPage()
        let recorder = Recorder()
        page.delegate = recorder
        let received = expectation(description: "message")
        received.expectedFulfillmentCount = 2
        recorder.onEvent = { received.fulfill() }
        page.show(
            """
            <script>webkit.messageHandlers.checkout.postMessage({event: 'paid', amount: 500});</script>
            <iframe sandbox="allow-scripts" srcdoc="<script>
            webkit.messageHandlers.checkout.postMessage({event: 'forged', amount: 1})</script>"></iframe>
            """, host: "shop.example")
        wait(for: [received], timeout: 20)
        XCTAssertEqual(
            recorder.events.sorted { $0.name > $1.name },
            [
                CheckoutEvent(name: "paid", amount: 500, host: "shop.example", isMainFrame: true),
                CheckoutEvent(name: "forged", amount: 1, host: "", isMainFrame: false),
            ])
        page.close()
    }

    func testAScriptAnswersItsCompletionHandler() {
        let page = CheckoutPage()
        let finished = expectation(description: "finished")
        page.onFinish = { finished.fulfill() }
        page.show("<title>Pay</title>", host: "shop.example")
        wait(for: [finished], timeout: 20)
        let answered = expectation(description: "answered")
        page.askTitle { title in
            XCTAssertEqual(title, "Pay")
            XCTAssertTrue(Thread.isMainThread)
            answered.fulfill()
        }
        wait(for: [answered], timeout: 20)
        let flag = expectation(description: "user script")
        page.webView.evaluateJavaScript("window.isApp") { result, error in
            XCTAssertNil(error)
            XCTAssertEqual(result as? Bool, true)
            flag.fulfill()
        }
        waitForExpectations(timeout: 20)
    }

    func testStandInsWork() {
        let page = CheckoutPage()
        let recorder = Recorder()
        page.delegate = recorder
        page.userContentController(WKUserContentController(), didReceive: FakeMessage())
        XCTAssertEqual(recorder.events.map(\.name), ["paid"])
        let view = FakeWebView()
        _ = view.load(URLRequest(url: URL(string: "https://shop.example/")!))
        XCTAssertEqual(view.loaded.count, 1)
        var answer: String?
        view.evaluateJavaScript("1") { result, _ in answer = result as? String }
        XCTAssertEqual(answer, "faked")
        var decision: WKNavigationActionPolicy?
        page.webView(view, decidePolicyFor: WKNavigationAction()) { decision = $0 }
        XCTAssertNotNil(decision)
    }
}

@MainActor
final class CheckoutPageAsyncTests: XCTestCase {
    func testAPaymentSchemeIsCancelled() async throws {
        let page = CheckoutPage()
        let finished = expectation(description: "finished")
        page.onFinish = { finished.fulfill() }
        page.show("<a id=a href='upi://pay?pa=x'>pay</a>", host: "shop.example")
        await fulfillment(of: [finished], timeout: 20)
        _ = try await page.webView.evaluateJavaScript("document.getElementById('a').click(); 0")
        // The click's navigation is decided before this script's answer or soon after it.
        for _ in 0..<1000 where page.visited.last != "upi://pay?pa=x" {
            try await Task.sleep(nanoseconds: 10_000_000)
        }
        XCTAssertEqual(page.visited.last, "upi://pay?pa=x")
        let title = try await page.webView.evaluateJavaScript("document.links.length") as? Int
        XCTAssertEqual(title, 1)
    }
}
