// Tests of a store's controller, as an iOS app has them.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import WebKit
import XCTest

@testable import Samples

private class StoreSpy: StoreViewControllerDelegate {
    var isReady = false
    var events: [String] = []
    var amounts: [Int] = []
    var opened: [URL] = []
    var onChange: (() -> Void)?
    var isClosed = false

    func storeDidBecomeReady(_ store: StoreViewController) {
        isReady = true
        onChange?()
    }
    func store(_ store: StoreViewController, didTrack event: String, properties: [String: Any]) {
        events.append(event)
        if let amount = properties["amount"] as? Int { amounts.append(amount) }
        onChange?()
    }
    func store(_ store: StoreViewController, wantsToOpen url: URL) {
        opened.append(url)
        onChange?()
    }
    func storeDidClose(_ store: StoreViewController) {
        isClosed = true
        onChange?()
    }
}

final class StoreViewControllerTests: XCTestCase {
    private let base = URL(string: "https://store.example/")!
    private var store: StoreViewController!
    private var spy: StoreSpy!

    override func setUp() {
        super.setUp()
        store = StoreViewController()
        spy = StoreSpy()
        store.delegate = spy
        store.viewDidLoad()
    }

    override func tearDown() {
        store = nil
        spy = nil
        super.tearDown()
    }

    private func wait(until condition: @escaping () -> Bool, _ description: String) {
        let done = expectation(description: description)
        var isDone = false
        spy.onChange = {
            if !isDone, condition() {
                isDone = true
                done.fulfill()
            }
        }
        spy.onChange?()
        wait(for: [done], timeout: 20)
        spy.onChange = nil
    }

    func testTheStoreReportsItsEvents() {
        store.webView.loadHTMLString(
            """
            <title>Store</title><script>
            const store = webkit.messageHandlers.store;
            store.postMessage('ready');
            store.postMessage({type: 'analytics', event: 'purchase', properties: {amount: 500, voucher: null}});
            store.postMessage({type: 'analytics', event: 'version', properties: {amount: nativeStore.version}});
            </script>
            <iframe sandbox="allow-scripts" srcdoc="<script>
            webkit.messageHandlers.store.postMessage({type: 'analytics', event: 'forged'})</script>"></iframe>
            """, baseURL: base)
        wait(until: { self.spy.events.count == 2 }, "two events")
        XCTAssertTrue(spy.isReady)
        XCTAssertEqual(spy.events, ["purchase", "version"])
        XCTAssertEqual(spy.amounts, [500, 3])
    }

    func testACommandIsAnsweredByThePage() {
        store.webView.loadHTMLString(
            "<script>window.receive = (command, payload) => command + payload.items.length;"
                + "webkit.messageHandlers.store.postMessage('ready')</script>", baseURL: base)
        wait(until: { self.spy.isReady }, "ready")
        let answered = expectation(description: "answer")
        store.send("add", payload: ["items": [1, 2, 3]]) { result in
            XCTAssertEqual(try? result.get() as? String, "add3")
            answered.fulfill()
        }
        wait(for: [answered], timeout: 20)
    }

    func testALinkThatLeavesTheStoreIsHandedOver() {
        store.webView.loadHTMLString(
            "<a id=out href='https://elsewhere.example/'>out</a>"
                + "<script>webkit.messageHandlers.store.postMessage('ready')</script>", baseURL: base)
        wait(until: { self.spy.isReady }, "ready")
        store.webView.evaluateJavaScript("document.getElementById('out').click()")
        wait(until: { self.spy.opened.count == 1 }, "a link")
        XCTAssertEqual(spy.opened.first?.host, "elsewhere.example")
    }

    func testTheTitleAndTheProgressAreObserved() {
        let titled = XCTNSPredicateExpectation(
            predicate: NSPredicate(block: { _, _ in self.store.titles == ["Store"] && self.store.progress == 1 }),
            object: nil)
        store.webView.loadHTMLString("<title>Store</title>", baseURL: base)
        wait(for: [titled], timeout: 20)
        XCTAssertFalse(store.canNavigateBack)
        XCTAssertEqual(store.webView.frame.size, CGSize(width: 390, height: 844))
    }

    func testAPopupOpensAndCloses() {
        store.webView.loadHTMLString(
            "<script>webkit.messageHandlers.store.postMessage('ready')</script>", baseURL: base)
        wait(until: { self.spy.isReady }, "ready")
        let asked = expectation(description: "asked")
        store.webView.evaluateJavaScript(
            "window.w = open('', 'pay', 'width=300'); [w !== null, confirm('Pay 5?'), confirm('Leave?')]"
        ) { value, _ in
            XCTAssertEqual(value as? [Bool], [true, true, false])
            asked.fulfill()
        }
        wait(for: [asked], timeout: 20)
        XCTAssertEqual(store.popup?.bounds.width, 300)
        let closed = XCTNSPredicateExpectation(
            predicate: NSPredicate(block: { _, _ in self.store.popup == nil }), object: nil)
        store.webView.evaluateJavaScript("w.close()")
        wait(for: [closed], timeout: 20)
    }

    func testClosingTheStoreFreesIt() {
        weak var gone = store
        store.webView.loadHTMLString(
            "<script>webkit.messageHandlers.store.postMessage({type: 'close'})</script>", baseURL: base)
        wait(until: { self.spy.isClosed }, "closed")
        store = nil
        XCTAssertNil(gone)
    }
}

@MainActor
final class AsyncCoordinatorTests: XCTestCase {
    func testFramesAreReadInAWorldOfTheAppsOwn() async throws {
        let coordinator = AsyncCoordinator()
        try await coordinator.load(
            html: "<h1>outer</h1><iframe srcdoc='<h1>inner</h1>'></iframe>", baseURL: URL(string: "https://a.example/"))
        for _ in 0..<2000 where coordinator.frames.count < 2 { try await Task.sleep(nanoseconds: 10_000_000) }
        let outer = try await coordinator.heading()
        XCTAssertEqual(outer, "outer")
        let child = try XCTUnwrap(coordinator.frames.first { !$0.isMainFrame })
        let inner = try await coordinator.heading(in: child)
        XCTAssertEqual(inner, "inner")
        let sum = try await coordinator.sum([1, 2, 39])
        XCTAssertEqual(sum, 42)
        let prompted = try await coordinator.webView.evaluateJavaScript("prompt('name', 'Ada')") as? String
        XCTAssertEqual(prompted, "Ada!")
    }

    func testPagesOfTheAppsOwnAreShown() async throws {
        let handler = BundleSchemeHandler(pages: ["/index.html": "<h1>bundled</h1>"])
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        configuration.setURLSchemeHandler(handler, forURLScheme: "bundle")
        XCTAssertNotNil(configuration.urlSchemeHandler(forURLScheme: "bundle"))
        XCTAssertTrue(WKWebView.handlesURLScheme("https"))
        let webView = WKWebView(frame: .zero, configuration: configuration)
        webView.load(URLRequest(url: URL(string: "bundle://app/index.html")!))
        for _ in 0..<2000 where webView.isLoading { try await Task.sleep(nanoseconds: 10_000_000) }
        let heading = try await webView.evaluateJavaScript("document.querySelector('h1').textContent") as? String
        XCTAssertEqual(heading, "bundled")
    }
}
