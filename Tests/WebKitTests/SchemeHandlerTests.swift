// Custom schemes: what handlers are asked, and what pages get from them.
// SPDX-License-Identifier: Apache-2.0
//
// It has over 400 lines because one table of behaviours needs one set of pages and spies.

import TransomTestSupport
import XCTest

@testable import WebKit

@MainActor
final class SchemeHandlerTests: XCTestCase {
    private func opened(_ handler: SpySchemeHandler, _ recorder: MessageRecorder? = nil) async throws -> WKWebView {
        handler.answers["shop/"] = handler.answers["shop/"] ?? { $0.answer("<title>Shop</title>") }
        let view = handler.view(recorder)
        view.load("shop://shop/")
        try await eventually("the page") { view.title == "Shop" && !view.isLoading }
        return view
    }

    private func text(_ view: WKWebView, _ body: String, _ arguments: [String: Any] = [:]) async throws -> String? {
        try await view.callAsyncJavaScript(body, arguments: arguments, contentWorld: .page) as? String
    }

    func testAPageAndItsResourcesComeFromTheHandlerInOrder() async throws {
        let handler = SpySchemeHandler([
            "shop/": { $0.answer("<title>Shop</title><img src='a.svg'>") },
            "shop/a.svg": { $0.answer("<svg xmlns='http://www.w3.org/2000/svg'/>", type: "image/svg+xml") },
        ])
        let view = try await opened(handler)
        XCTAssertEqual(handler.asked, ["GET shop/", "GET shop/a.svg"])
        XCTAssertEqual(handler.stops, [])
        XCTAssertTrue(handler.views.allSatisfy { $0 === view })
        XCTAssertEqual(view.schemes.count, 0)
    }

    func testStatusHeadersAndTypeReachThePageAndTheDelegate() async throws {
        let handler = SpySchemeHandler([
            "shop/": { $0.answer("<title>Shop</title>", headers: ["X-Page": "1"]) },
            "shop/gone": { $0.answer("gone", status: 404, type: "text/plain", headers: ["X-Custom": "c"]) },
        ])
        let log = NavigationLog()
        let view = handler.view()
        view.navigationDelegate = log
        view.load("shop://shop/")
        try await eventually { log.calls.last == "finish" }
        let response = try XCTUnwrap(log.responses.first?.response as? HTTPURLResponse)
        XCTAssertEqual(response.statusCode, 200)
        XCTAssertEqual(response.value(forHTTPHeaderField: "X-Page"), "1")
        let seen = try await text(
            view,
            "const r = await fetch('/gone'); return [r.status, r.headers.get('X-Custom'), r.headers.get('Content-Type'), await r.text()].join()"
        )
        XCTAssertEqual(seen, "404,c,text/plain,gone")
    }

    func testDocumentsAreSecureContextsWithAnOriginOfTheirScheme() async throws {
        let view = try await opened(SpySchemeHandler())
        let seen = try await text(view, "return [isSecureContext, origin, !!crypto.subtle].join()")
        XCTAssertEqual(seen, "true,shop://shop,true")
    }

    func testAnotherHostIsReadOnlyWithItsLeave() async throws {
        let view = try await opened(
            SpySchemeHandler([
                "other/closed": { $0.answer("no", type: "text/plain") },
                "other/open": {
                    $0.answer("yes", type: "text/plain", headers: ["Access-Control-Allow-Origin": "shop://shop"])
                },
            ]))
        let seen = try await text(
            view,
            "const get = async p => { try { return await (await fetch('shop://other/' + p)).text() } catch { return 'refused' } }; return await get('closed') + await get('open')"
        )
        XCTAssertEqual(seen, "refusedyes")
    }

    func testABodyArrivesPieceByPiece() async throws {
        let handler = SpySchemeHandler()
        let recorder = MessageRecorder()
        let view = try await opened(handler, recorder)
        view.evaluateJavaScript(
            """
            (async () => {
                const reader = (await fetch('/feed')).body.getReader();
                for (;;) {
                    const { done, value } = await reader.read();
                    webkit.messageHandlers.bridge.postMessage(done ? 'end' : new TextDecoder().decode(value));
                    if (done) break;
                }
            })()
            """, completionHandler: nil)
        try await eventually { handler.task("shop/feed") != nil }
        let task = try XCTUnwrap(handler.task("shop/feed"))
        task.respond(headers: ["Content-Type": "text/plain"])
        for piece in ["one", "two"] {
            task.didReceive(Data(piece.utf8))
            try await eventually { recorder.bodies.last as? String == piece }
        }
        task.didFinish()
        try await eventually { recorder.bodies.last as? String == "end" }
        XCTAssertEqual(handler.stops, [])
    }

    func testABigBodyAndAnEmptyOneArriveWhole() async throws {
        let big = Data((0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let view = try await opened(
            SpySchemeHandler([
                "shop/big": { $0.answer(big, headers: ["Content-Type": "application/octet-stream"]) },
                "shop/empty": { $0.answer("", type: "text/plain") },
            ]))
        let seen = try await text(
            view,
            "const b = new Uint8Array(await (await fetch('/big')).arrayBuffer()); let sum = 0; for (const x of b) sum += x; const e = await fetch('/empty'); return [b.length, sum, e.status, (await e.text()).length].join()"
        )
        XCTAssertEqual(seen, "5000000,\(big.reduce(0) { $0 + Int($1) }),200,0")
    }

    func testAnErrorReachesTheDelegateWithItsDomainAndCode() async throws {
        struct Closed: Error, CustomNSError {
            static let errorDomain = "ShopError"
            var errorCode: Int { 42 }
        }
        let handler = SpySchemeHandler(["shop/": { $0.didFailWithError(Closed()) }])
        let view = handler.view()
        let log = NavigationLog()
        view.navigationDelegate = log
        view.load("shop://shop/")
        try await eventually { log.calls.last == "fail provisional" }
        XCTAssertEqual(log.errors.first?.domain, "ShopError")
        XCTAssertEqual(log.errors.first?.code, 42)
        XCTAssertEqual(view.schemes.count, 0)
    }

    func testAnErrorInTheMiddleOfABodyIsNoEnd() async throws {
        let view = try await opened(
            SpySchemeHandler([
                "shop/half": {
                    $0.respond()
                    $0.didReceive(Data("half".utf8))
                    $0.didFailWithError(URLError(.networkConnectionLost))
                }
            ]))
        let seen = try await text(
            view, "try { return await (await fetch('/half')).text() } catch (e) { return e.name }")
        XCTAssertEqual(seen, "TypeError")
    }

    func testAnswersMayComeFromAnotherThreadAndKeepTheirOrder() async throws {
        let view = try await opened(
            SpySchemeHandler([
                "shop/thread": { task in
                    nonisolated(unsafe) let task = task
                    // A task takes calls from any thread.
                    DispatchQueue.global().async {
                        task.respond(headers: ["Content-Type": "text/plain"])
                        for piece in 0..<100 { task.didReceive(Data("\(piece),".utf8)) }
                        task.didFinish()
                    }
                }
            ]))
        let seen = try await text(view, "return await (await fetch('/thread')).text()")
        XCTAssertEqual(seen, (0..<100).map { "\($0)," }.joined())
    }

    func testAPageThatGivesUpAnAnswerStopsItsTask() async throws {
        let handler = SpySchemeHandler(["shop/feed": { $0.respond() }])
        let view = try await opened(handler)
        view.evaluateJavaScript(
            "window.stop_ = new AbortController(); fetch('/feed', {signal: stop_.signal}).catch(() => {}); 0",
            completionHandler: nil)
        try await eventually { handler.task("shop/feed") != nil }
        _ = try await view.evaluateJavaScript("stop_.abort()")
        try await eventually("the stop") { handler.stops == ["shop/feed"] }
        XCTAssertTrue(handler.stopped.first === handler.task("shop/feed"))
        XCTAssertEqual(view.schemes.count, 0)
    }

    func testLeavingThePageStopsWhatItWaitsFor() async throws {
        let handler = SpySchemeHandler(["shop/next": { $0.answer("<title>Next</title>") }])
        let view = try await opened(handler)
        view.evaluateJavaScript("fetch('/never'); 0", completionHandler: nil)
        try await eventually { handler.task("shop/never") != nil }
        view.load("shop://shop/next")
        try await eventually { view.title == "Next" }
        XCTAssertEqual(handler.stops, ["shop/never"])
    }

    func testALoadThatIsReplacedStops() async throws {
        let handler = SpySchemeHandler(["shop/next": { $0.answer("<title>Next</title>") }])
        let view = handler.view()
        view.load("shop://shop/never")
        try await eventually { handler.task("shop/never") != nil }
        view.load("shop://shop/next")
        try await eventually { view.title == "Next" }
        XCTAssertEqual(handler.stops, ["shop/never"])
    }

    func testStoppingTheViewStopsItsTasks() async throws {
        let handler = SpySchemeHandler()
        let view = handler.view()
        view.load("shop://shop/never")
        try await eventually { handler.task("shop/never") != nil }
        view.stopLoading()
        XCTAssertEqual(handler.stops, ["shop/never"])
        XCTAssertEqual(view.schemes.count, 0)
    }

    func testAProcessThatEndsStopsItsTasks() async throws {
        let handler = SpySchemeHandler()
        let view = handler.view()
        view.load("shop://shop/never")
        try await eventually { handler.task("shop/never") != nil }
        view.terminateWebProcess()
        try await eventually { handler.stops == ["shop/never"] }
    }

    func testATaskOfAViewThatIsGoneTakesItsAnswersInSilence() async throws {
        let handler = SpySchemeHandler()
        weak var gone: WKWebView?
        do {
            let view = handler.view()
            gone = view
            view.load("shop://shop/never")
            try await eventually { handler.task("shop/never") != nil }
        }
        handler.forgetViews()
        try await eventually { gone == nil }
        let task = try XCTUnwrap(handler.task("shop/never"))
        task.answer("late")
        task.didFailWithError(URLError(.cancelled))
        XCTAssertEqual(handler.stops, [])
    }

    func testAViewWithoutTheHandlerDoesNotKnowTheScheme() async throws {
        let store = WKWebsiteDataStore.nonPersistent()
        let handler = SpySchemeHandler()
        let first = handler.view(store: store)
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = store
        let second = WKWebView(frame: .zero, configuration: configuration)
        let log = NavigationLog()
        second.navigationDelegate = log
        second.load("shop://shop/")
        try await eventually { log.calls.last == "fail provisional" }
        XCTAssertEqual(log.errors.first?.domain, NSURLErrorDomain)
        XCTAssertEqual(log.errors.first?.code, NSURLErrorUnsupportedURL)
        XCTAssertEqual(handler.asked, [])
        XCTAssertNotNil(first)
    }

    func testViewsOfOneStoreHaveTheirOwnHandlers() async throws {
        let store = WKWebsiteDataStore.nonPersistent()
        let handlers = ["One", "Two"].map { name in
            SpySchemeHandler(["shop/": { $0.answer("<title>\(name)</title>") }])
        }
        let views = handlers.map { $0.view(store: store) }
        for view in views { view.load("shop://shop/") }
        try await eventually { views.map(\.title) == ["One", "Two"] }
    }

    func testNativeSchemesAreTheEngines() async {
        for scheme in ["about", "blob", "data", "file", "ftp", "http", "HTTPS", "javascript", "ws", "wss"] {
            XCTAssertTrue(WKWebView.handlesURLScheme(scheme), scheme)
        }
        for scheme in ["gopher", "my-custom-scheme", "shop"] { XCTAssertFalse(WKWebView.handlesURLScheme(scheme)) }
        XCTAssertEqual(SchemeName.canonical("Shop+1"), "shop+1")
        for text in ["", "1shop", "sh op", "shop:", "läden"] { XCTAssertNil(SchemeName.canonical(text), text) }
    }

    func testAConfigurationKnowsItsHandlersAndItsCopiesDoToo() async {
        let configuration = WKWebViewConfiguration()
        let handler = SpySchemeHandler()
        configuration.setURLSchemeHandler(handler, forURLScheme: "Shop")
        XCTAssertTrue(configuration.urlSchemeHandler(forURLScheme: "shop") === handler)
        XCTAssertNil(configuration.urlSchemeHandler(forURLScheme: "other"))
        let copy = configuration.copy() as? WKWebViewConfiguration
        XCTAssertTrue(copy?.urlSchemeHandler(forURLScheme: "SHOP") === handler)
    }

    func testTheOrderOfCallsIsApples() async {
        func fault(_ calls: (inout SchemeTaskOrder) throws -> Void) -> SchemeTaskOrder.Fault? {
            var order = SchemeTaskOrder()
            do { try calls(&order) } catch { return error as? SchemeTaskOrder.Fault }
            return nil
        }
        XCTAssertNil(
            fault {
                try $0.respond()
                try $0.send()
                try $0.send()
                try $0.finish()
            })
        XCTAssertNil(
            fault {
                try $0.respond()
                try $0.respond()
                try $0.finish()
            })
        XCTAssertNil(fault { try $0.fail() })
        XCTAssertNil(
            fault {
                try $0.respond()
                try $0.send()
                try $0.fail()
            })
        XCTAssertEqual(fault { try $0.send() }, .noResponse)
        XCTAssertEqual(fault { try $0.finish() }, .noResponse)
        XCTAssertEqual(
            fault {
                try $0.respond()
                try $0.send()
                try $0.respond()
            }, .dataSent)
        XCTAssertEqual(
            fault {
                try $0.respond()
                try $0.finish()
                try $0.send()
            }, .completed)
        XCTAssertEqual(
            fault {
                try $0.respond()
                try $0.finish()
                try $0.finish()
            }, .completed)
        XCTAssertEqual(
            fault {
                try $0.fail()
                try $0.fail()
            }, .completed)
        XCTAssertEqual(
            fault {
                try $0.fail()
                try $0.respond()
            }, .completed)
        for call: (inout SchemeTaskOrder) throws -> Void in [
            { try $0.respond() }, { try $0.send() }, { try $0.finish() }, { try $0.fail() },
        ] {
            XCTAssertEqual(
                fault {
                    $0.stop()
                    try call(&$0)
                }, .stopped)
        }
    }
}
