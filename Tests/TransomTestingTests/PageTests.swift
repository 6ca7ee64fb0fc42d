// Tests that a view of somebody's own code is driven and observed.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomSandbox
import TransomTesting
import WebKit
import XCTest

/// The code under test: it makes its own view and knows nothing of tests.
@MainActor
private final class Checkout: NSObject, WKScriptMessageHandler, WKUIDelegate, WKNavigationDelegate {
    let view: WKWebView
    private(set) var messages: [String] = []
    private(set) var popups: [WKWebView] = []
    private(set) var failures: [Int] = []

    override init() {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        view = WKWebView(frame: .zero, configuration: configuration)
        super.init()
        view.uiDelegate = self
        view.navigationDelegate = self
        view.configuration.userContentController.add(self, name: "checkout")
    }

    func userContentController(_ controller: WKUserContentController, didReceive message: WKScriptMessage) {
        messages.append("\(message.body) from \(message.frameInfo.securityOrigin.host)")
    }

    func webView(
        _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
        for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
    ) -> WKWebView? {
        let popup = WKWebView(frame: .zero, configuration: configuration)
        popup.uiDelegate = self
        popups.append(popup)
        return popup
    }

    func webViewDidClose(_ webView: WKWebView) { popups.removeAll { $0 === webView } }

    func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) {
        failures.append((error as NSError).code)
    }
}

@MainActor
final class PageTests: XCTestCase {
    private func serve(_ body: String, at origin: String = "https://shop.example") throws {
        try Sandbox.serve(origin) { request in
            request.path == "/" ? .html("<!doctype html><body>\(body)</body>") : .notFound
        }
    }

    private func open(_ body: String) async throws -> (Checkout, Page) {
        try serve(body)
        let checkout = Checkout()
        let page = Page(checkout.view).within(.seconds(20))
        checkout.view.load(URLRequest(url: try XCTUnwrap(URL(string: "https://shop.example/"))))
        try await page.waitFor(url: "https://shop.example/")
        try await page.waitForLoad()
        return (checkout, page)
    }

    override func tearDown() async throws { Sandbox.reset() }

    func testAViewsPageIsDrivenAtItsProductionOrigin() async throws {
        let (checkout, page) = try await open(
            """
            <input aria-label=Amount><button onclick="webkit.messageHandlers.checkout.postMessage(
                [document.querySelector('input').value, event.isTrusted, isSecureContext].join())">Pay</button>
            """)
        try await page.fill("role=textbox[name=Amount]", "500")
        try await page.click("text=Pay")
        try await eventually { !checkout.messages.isEmpty }
        XCTAssertEqual(checkout.messages, ["500,true,true from shop.example"])
        let origin = try await page.evaluate("return origin + suffix", ["suffix": "!"])
        XCTAssertEqual(origin, "https://shop.example!")
    }

    func testAFrameOfAnotherOriginIsDriven() async throws {
        try serve(
            """
            <div style="height: 2000px"></div>
            <button onclick="document.title = event.isTrusted + origin">Inner</button><input id=card>
            """, at: "https://pay.example")
        let (_, page) = try await open(
            "<div style='height: 1500px'></div><iframe src=https://pay.example/ width=300 height=200></iframe>")
        let frame = page.frame("https://pay.example/*")
        try await frame.click("text=Inner")
        let title = try await frame.evaluate("return document.title")
        XCTAssertEqual(title, "truehttps://pay.example")
        try await frame.fill("#card", "4111")
        let typed = try await frame.evaluate("return document.querySelector('#card').value")
        XCTAssertEqual(typed, "4111")
    }

    func testConsoleLinesAndErrorsOfEveryFrameAreHeard() async throws {
        try serve(
            "<script>console.warn('inner', {a: 1}); setTimeout(() => { throw new Error('broken') })</script>",
            at: "https://pay.example")
        let (_, page) = try await open(
            "<script>console.log('outer')</script><iframe src=https://pay.example/></iframe>")
        let outer = try await page.event("transom.page.console", ["text": "outer", "level": "log", "frame": "main"])
        XCTAssertEqual(outer.origin, "https://shop.example")
        XCTAssertEqual(outer.mainframe, true)
        let inner = try await page.event("transom.page.console", ["text": "inner {\"a\":1}", "level": "warn"])
        XCTAssertEqual(inner.origin, "https://pay.example")
        XCTAssertEqual(inner.mainframe, false)
        let error = try await page.event("transom.page.error", ["frame": "iframe", "reason": "script"])
        XCTAssertTrue("\(error.data)".contains("broken"))
        let handlers = try await page.evaluate("return Object.keys(window.webkit?.messageHandlers ?? {}).length")
        XCTAssertEqual(handlers, 0, "a page sees no handler that it would not see without a test")
    }

    func testDialogsAreAnsweredAsSaidAndTold() async throws {
        let (_, page) = try await open(
            """
            <button onclick="alert('hello'); document.title = [confirm('sure?'), prompt('name?', 'Ann')].join()">Ask</button>
            """)
        try await page.answerNextDialog(accept: true)
        try await page.answerNextDialog(accept: true)
        try await page.answerNextDialog(accept: true, text: "Zoe")
        try await page.click("text=Ask")
        let title = try await page.evaluate("return document.title")
        XCTAssertEqual(title, "true,Zoe")
        let first = try await page.nextDialog()
        XCTAssertEqual([first.kind, first.message, first.origin], ["alert", "hello", "https://shop.example"])
        try await page.event("transom.dialog.shown", ["kind": "prompt", "message": "name?", "accepted": true])
        XCTAssertEqual(page.dialogs.map(\.kind), ["alert", "confirm", "prompt"])
        XCTAssertEqual(page.dialogs.last?.isAccepted, true)
    }

    func testPopupsArePagesOfTheirOwn() async throws {
        let (checkout, page) = try await open(
            "<button onclick=\"window.open('/', '_blank').opener.document.title = 'opened'\">Open</button>")
        try await page.click("text=Open")
        let popup = try await page.nextPopup()
        try await popup.waitFor(url: "https://shop.example/")
        try await popup.waitFor("text=Open")
        try await popup.evaluate("setTimeout(() => window.close())")
        try await eventually { checkout.popups.isEmpty }
        try await page.popup(.refuse)
        try await page.click("text=Open")
        XCTAssertTrue(checkout.popups.isEmpty)
    }

    func testFilesAreUploaded() async throws {
        let (_, page) = try await open("<input type=file onchange=\"document.title = this.files[0].name\">")
        let path = FileManager.default.temporaryDirectory.appending(path: "transom-\(UUID().uuidString).txt").path
        try "card".write(toFile: path, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await page.upload([path], to: "input")
        try await eventually {
            try await page.evaluate("return document.title") == .string(URL(filePath: path).lastPathComponent)
        }
    }

    func testTheNetworkIsStubbedDelayedBrokenAndTakenAway() async throws {
        let (checkout, page) = try await open("")
        Sandbox.record()
        Sandbox.stub(
            "https://api.bank.example/v1/*",
            with: .text("stubbed", headers: [(name: "Access-Control-Allow-Origin", value: "*")]))
        let text = try await page.evaluate("return (await fetch('https://api.bank.example/v1/pay')).text()")
        XCTAssertEqual(text, "stubbed")
        XCTAssertEqual(Sandbox.traffic.map(\.request.url), ["https://api.bank.example/v1/pay"])
        Sandbox.fail("https://api.bank.example/*", .connect)
        let failed = try await page.evaluate(
            "try { await fetch('https://api.bank.example/v1/pay'); return 'came' } catch (e) { return e.name }")
        XCTAssertEqual(failed, "TypeError")
        Sandbox.reset()
        Sandbox.offline(true)
        checkout.view.reload()
        try await eventually { !checkout.failures.isEmpty }
        Sandbox.offline(false)
        Sandbox.fail("https://shop.example/*", .tls)
        checkout.view.load(URLRequest(url: try XCTUnwrap(URL(string: "https://shop.example/"))))
        try await eventually { checkout.failures.count == 2 }
        XCTAssertTrue(
            (NSURLErrorServerCertificateNotYetValid...NSURLErrorSecureConnectionFailed).contains(
                checkout.failures.last ?? 0), "\(checkout.failures)")
    }

    func testWhatWasRecordedIsServedAgain() async throws {
        let (_, page) = try await open("<h1>Recorded</h1>")
        Sandbox.record()
        try await page.reload()
        try await page.waitForLoad()
        try await eventually { Sandbox.traffic.contains { $0.response?.status == 200 } }
        let path = FileManager.default.temporaryDirectory.appending(path: "transom-\(UUID().uuidString).har").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Sandbox.writeHAR(to: path)
        try serve("<h1>Changed</h1>")
        try await page.reload()
        try await page.waitFor("text=Changed")
        try await page.waitForLoad()
        try Sandbox.serve(har: path)
        try await page.reload()
        try await page.waitFor("text=Recorded")
    }

    func testAFailureTellsWhatWasThereAndLeavesItBehind() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "transom-\(UUID().uuidString)")
        setenv("TRANSOM_RESULTS", folder.path, 1)
        defer {
            unsetenv("TRANSOM_RESULTS")
            try? FileManager.default.removeItem(at: folder)
        }
        let (_, page) = try await open("<script>console.error('no stock')</script><button disabled>Pay</button>")
        try await page.event("transom.page.console")
        do {
            try await page.within(.milliseconds(200)).click("text=Pay")
            XCTFail("a disabled button was clicked")
        } catch let failure as TestFailure {
            XCTAssertEqual(failure.reason, "<button> is disabled")
            XCTAssertEqual(failure.url, "https://shop.example/")
            XCTAssertEqual(failure.console, ["error: no stock"])
            let artefacts = try XCTUnwrap(failure.artefacts)
            for name in ["events.jsonl", "console.txt", "page.html", "screenshot.png"] {
                XCTAssertTrue(FileManager.default.fileExists(atPath: artefacts + "/" + name), name)
            }
            XCTAssertEqual(
                failure.description,
                """
                <button> is disabled
                    url      https://shop.example/
                    events   transom.page.console
                    console  error: no stock
                    picture  \(artefacts)/screenshot.png
                    files    \(artefacts)
                """)
        }
        do {
            try await page.within(.milliseconds(100)).event("transom.popup.*")
            XCTFail("an event that never came was found")
        } catch let failure as TestFailure {
            XCTAssertTrue(failure.reason.hasPrefix("event transom.popup.*: not seen in 0.1 s"), failure.reason)
        }
    }
}
