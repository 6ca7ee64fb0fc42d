// The bridge with real pages: what goes over it, and what must not.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomTestSupport
import WKWebViewJavascriptBridge
import WebKit
import XCTest

@MainActor
final class WKWebViewJavascriptBridgeTests: XCTestCase {
    private func fixture(_ body: String) throws -> BridgeFixture {
        let fixture = try BridgeFixture(["/": body])
        fixture.load("/")
        return fixture
    }

    private func bridge(_ fixture: BridgeFixture) throws -> WKWebViewJavascriptBridge {
        try XCTUnwrap(fixture.bridge)
    }

    func testEveryJSONValuePassesInBothDirections() async throws {
        let fixture = try fixture(
            """
            <script>connected(bridge => {
                for (const value of ['te"xt \\'\\\\ \\u2028\\u2029\\n é€😀', '', 42, 1.5, true, [1, ['a']], {a: {b: [null]}}])
                    bridge.callHandler('echo', value, back =>
                        bridge.callHandler('tell', String(JSON.stringify(back) === JSON.stringify(value))));
                bridge.callHandler('echo', null, back => bridge.callHandler('tell', `${back}`));
                bridge.callHandler('echo', back => bridge.callHandler('tell', `${back}`));
                bridge.callHandler('echo', undefined, back => bridge.callHandler('tell', `${back}`));
            })</script>
            """)
        try bridge(fixture).register(handlerName: "echo") { (data: Any?, callback) in callback?(data) }
        let told = try await fixture.told(10)
        XCTAssertEqual(told, Array(repeating: "true", count: 7) + ["null", "null", "null"])
        XCTAssertEqual(fixture.errors, [])
    }

    func testAHandlerWithoutTypesTakesAnObjectAsInTheLibrary() async throws {
        let fixture = try fixture(
            """
            <script>connected(bridge => {
                bridge.callHandler('connect', {uuid: 'AB'}, answer => bridge.callHandler('tell', JSON.stringify(answer)));
                bridge.callHandler('connect', 'AB', answer => bridge.callHandler('tell', JSON.stringify(answer)));
            })</script>
            """)
        try bridge(fixture).register(handlerName: "connect") { (parameters, callback) in
            if let uuid = parameters?["uuid"] as? String {
                callback?(["success": true, "uuid": uuid])
            } else {
                callback?(["success": false])
            }
        }
        let told = try await fixture.told(2)
        XCTAssertTrue(told[0].contains("\"uuid\":\"AB\""), told[0])
        XCTAssertEqual(told[1], "{\"success\":false}")
    }

    func testAnUnknownHandlerIsAnsweredAndStopsNothing() async throws {
        let fixture = try fixture(
            """
            <script>connected(bridge => {
                bridge.callHandler('nobody', 1, answer =>
                    bridge.callHandler('tell', [answer.success, answer.code, answer.error.includes('nobody')].join()));
                bridge.callHandler('nobody', 2);
                bridge.callHandler('tell', 'after');
            })</script>
            """)
        let told = try await fixture.told(2)
        XCTAssertEqual(told, ["after", "false,unknown_handler,true"])
        XCTAssertEqual(fixture.errors, [.unknownHandler(name: "nobody"), .unknownHandler(name: "nobody")])
    }

    func testAMalformedQueueIsAnErrorAndTheNextOneWorks() async throws {
        let fixture = try fixture(
            """
            <script>connected(bridge => {
                const fetch = bridge._fetchQueue;
                const queues = ['{"not":"an array"}', 'no JSON', 7, '[1, "x", {"nothing": true}, {"handlerName": "tell", "data": "in"}]'];
                const next = () => {
                    if (queues.length === 0) { bridge._fetchQueue = fetch; return bridge.callHandler('tell', 'out'); }
                    const queue = queues.shift();
                    bridge._fetchQueue = () => { setTimeout(next, 0); return queue; };
                    webkit.messageHandlers.iOS_Native_FlushMessageQueue.postMessage(null);
                };
                next();
            })</script>
            """)
        let told = try await fixture.told(2)
        XCTAssertEqual(told, ["in", "out"])
        let queue = WKWebViewJavascriptBridgeError.malformedQueue(limit: 4 << 20)
        XCTAssertEqual(
            fixture.errors, [queue, queue, queue, .malformedMessage, .malformedMessage, .malformedMessage])
    }

    func testTheFirstAnswerCountsAndItMayComeFromAnyThread() async throws {
        let fixture = try fixture(
            """
            <script>connected(bridge => {
                let count = 0;
                bridge.callHandler('twice', null, answer => { count += 1; bridge.callHandler('tell', answer); });
                bridge.callHandler('elsewhere', null, answer =>
                    bridge.callHandler('end', null, () => bridge.callHandler('tell', `${answer} ${count}`)));
            })</script>
            """)
        let bridge = try bridge(fixture)
        bridge.register(handlerName: "twice") { (_: Any?, callback) in
            callback?("first")
            callback?("second")
        }
        bridge.register(handlerName: "elsewhere") { (_: Any?, callback) in
            nonisolated(unsafe) let callback = callback
            // The callback may be called on any thread; that is what is tested.
            DispatchQueue.global().async { callback?("from a thread") }
        }
        bridge.register(handlerName: "end") { (_: Any?, callback) in callback?(nil) }
        let told = try await fixture.told(2)
        XCTAssertEqual(told, ["first", "from a thread 1"])
    }

    func testAHandlerThatForgetsItsCallbackAndOneThatGivesNoJSONAreAnsweredFor() async throws {
        let fixture = try fixture(
            """
            <script>connected(bridge => {
                for (const name of ['forgetful', 'strange'])
                    bridge.callHandler(name, {}, answer => bridge.callHandler('tell', answer.code));
            })</script>
            """)
        let bridge = try bridge(fixture)
        bridge.register(handlerName: "forgetful") { _, _ in }
        bridge.register(handlerName: "strange") { _, callback in callback?(Double.nan) }
        let told = try await fixture.told(2)
        XCTAssertEqual(Set(told), ["no_answer", "not_json"])
        XCTAssertEqual(fixture.errors, [.notJSON(handlerName: "strange")])
    }

    func testNativeCallsWaitForThePageAndArriveInOrder() async throws {
        let fixture = try BridgeFixture([
            "/": """
            <script>setTimeout(() => connected(bridge => {
                bridge.registerHandler('add', (data, answer) => { bridge.callHandler('tell', `${data}`); answer(data + 1); });
            }), 20)</script>
            """
        ])
        let bridge = try bridge(fixture)
        var answers: [Int] = []
        for number in 0..<500 {
            bridge.call(handlerName: "add", data: number) { answers.append($0 as? Int ?? -1) }
        }
        fixture.load("/")
        let told = try await fixture.told(500)
        XCTAssertEqual(told, (0..<500).map(String.init))
        try await eventually("500 answers") { answers.count == 500 }
        XCTAssertEqual(answers, Array(1...500))
        bridge.callHandler("add", data: 500, callback: nil)
        let more = try await fixture.told(501)
        XCTAssertEqual(more.last, "500")
    }

    func testThePagesFiveHundredCallsArriveInOrder() async throws {
        let fixture = try fixture(
            "<script>connected(bridge => { for (let i = 0; i < 500; i++) bridge.callHandler('tell', `${i}`) })</script>"
        )
        let told = try await fixture.told(500)
        XCTAssertEqual(told, (0..<500).map(String.init))
    }

    func testAPageWithoutTheHandlerAnswersWithANamedErrorAndNullDataWithNothing() async throws {
        let fixture = try fixture(
            """
            <script>connected(bridge => {
                bridge.registerHandler('nothing', (data, answer) => answer(data === undefined ? 'absent' : `${data}`));
                bridge.registerHandler('throws', () => { throw new Error('the page is broken') });
                bridge.registerHandler('after', (data, answer) => answer());
            })</script>
            """)
        let bridge = try bridge(fixture)
        var answers: [Any?] = []
        bridge.call(handlerName: "nobody") { answers.append(($0 as? [String: Any])?["code"]) }
        bridge.call(handlerName: "nothing") { answers.append($0) }
        bridge.call(handlerName: "nothing", data: NSNull()) { answers.append($0) }
        bridge.call(handlerName: "throws")
        bridge.call(handlerName: "after") { answers.append($0) }
        bridge.call(handlerName: "never", data: Double.infinity) { answers.append(($0 as? [String: Any])?["code"]) }
        try await eventually("five answers") { answers.count == 5 }
        XCTAssertEqual(answers.map { $0 as? String }, ["not_json", "unknown_handler", "absent", "null", nil])
    }

    func testWhatWaitsForOnePageNeverReachesTheNext() async throws {
        let fixture = try BridgeFixture([
            "/deaf": "<title>deaf</title>",
            "/": """
            <script>connected(bridge => {
                bridge.registerHandler('secret', data => bridge.callHandler('tell', `leaked ${data}`));
                bridge.registerHandler('hello', data => bridge.callHandler('tell', data));
            })</script>
            """,
        ])
        let bridge = try bridge(fixture)
        fixture.load("/deaf")
        try await eventually("the page that never asks") { fixture.view.title == "deaf" }
        var answer: [String: Any]?
        bridge.call(handlerName: "secret", data: "for the page before") { answer = $0 as? [String: Any] }
        fixture.load("/")
        try await eventually("an answer for a page that went") { answer != nil }
        XCTAssertEqual(answer?["code"] as? String, "page_gone")
        bridge.call(handlerName: "hello", data: "for this page")
        let told = try await fixture.told(1)
        XCTAssertEqual(told, ["for this page"])
    }

    func testACallThatWaitsForAnAnswerGetsOneWhenThePageGoes() async throws {
        let fixture = try fixture(
            """
            <script>connected(bridge => {
                bridge.registerHandler('mute', () => bridge.callHandler('tell', 'heard'));
            })</script>
            """)
        var answers: [String] = []
        try bridge(fixture).call(handlerName: "mute") {
            answers.append(($0 as? [String: Any])?["code"] as? String ?? "")
        }
        _ = try await fixture.told(1)
        fixture.view.reload()
        try await eventually("an answer") { !answers.isEmpty }
        XCTAssertEqual(answers, ["page_gone"])
    }

    func testItWorksAfterReloadBackAndForward() async throws {
        let page = { (name: String) in
            """
            <title>\(name)</title><script>connected(bridge => {
                bridge.registerHandler('where', (data, answer) => answer('\(name)'));
                bridge.callHandler('tell', 'loaded \(name)');
                addEventListener('pageshow', event => event.persisted && bridge.callHandler('tell', 'restored \(name)'));
            })</script>
            """
        }
        let fixture = try BridgeFixture(["/one": page("one"), "/two": page("two")])
        let bridge = try bridge(fixture)
        func place() async throws -> String {
            var answer: String?
            bridge.call(handlerName: "where") { answer = $0 as? String ?? "an error" }
            try await eventually("an answer") { answer != nil }
            return answer ?? ""
        }
        fixture.load("/one")
        _ = try await fixture.told(1)
        var shown = try await place()
        XCTAssertEqual(shown, "one")
        fixture.view.reload()
        _ = try await fixture.told(2)
        shown = try await place()
        XCTAssertEqual(shown, "one")
        fixture.load("/two")
        _ = try await fixture.told(3)
        fixture.view.goBack()
        _ = try await fixture.told(4)
        shown = try await place()
        XCTAssertEqual(shown, "one")
        fixture.view.goForward()
        _ = try await fixture.told(5)
        shown = try await place()
        XCTAssertEqual(shown, "two")
        XCTAssertEqual(fixture.told[..<3], ["loaded one", "loaded one", "loaded two"])
        XCTAssertTrue(fixture.told[3].hasSuffix("one") && fixture.told[4].hasSuffix("two"), "\(fixture.told)")
    }

    func testAFrameHasNoBridge() async throws {
        let fixture = try BridgeFixture([
            "/": "<iframe src='/frame'></iframe>",
            "/frame": "<script>connected(bridge => bridge.callHandler('tell', 'from a frame'))</script>",
        ])
        fixture.load("/")
        try await eventually("a refusal") { !fixture.errors.isEmpty }
        XCTAssertEqual(fixture.errors, [.notMainFrame])
        XCTAssertEqual(fixture.told, [])
    }

    func testAPageThatIsNotAdmittedGetsNoBridge() async throws {
        let fixture = try BridgeFixture([
            "/": "<script>connected(bridge => bridge.callHandler('tell', 'in'))</script>"
        ])
        try bridge(fixture).admits = { $0.securityOrigin.host == "other.example" }
        fixture.load("/")
        try await eventually("a refusal") { !fixture.errors.isEmpty }
        XCTAssertEqual(fixture.errors, [.refused(origin: "https://shop.example")])
        let kind = try await fixture.view.evaluateJavaScript("typeof WKWebViewJavascriptBridge") as? String
        XCTAssertEqual(kind, "undefined")
    }

    func testOneSetUpThatThrowsDoesNotStopTheOthersAndValuesThatAreNoJSONAreTheirCallersError() async throws {
        let fixture = try fixture(
            """
            <script>
            connected(() => { throw new Error('first') });
            connected(bridge => {
                const cycle = {}; cycle.self = cycle;
                let caught = 0;
                for (const value of [cycle, 10n]) try { bridge.callHandler('tell', value) } catch { caught += 1 }
                bridge.callHandler('tell', `${caught} caught`);
            })</script>
            """)
        let told = try await fixture.told(1)
        XCTAssertEqual(told, ["2 caught"])
    }

    func testResetAnswersWhatWaitsAndKeepsTheHandlers() async throws {
        let fixture = try fixture(
            """
            <script>connected(bridge => {
                bridge.registerHandler('mute', () => bridge.callHandler('tell', 'heard'));
            })</script>
            """)
        let bridge = try bridge(fixture)
        var codes: [String] = []
        bridge.call(handlerName: "mute") { codes.append(($0 as? [String: Any])?["code"] as? String ?? "") }
        _ = try await fixture.told(1)
        bridge.reset()
        XCTAssertEqual(codes, ["reset"])
        bridge.call(handlerName: "mute")
        let told = try await fixture.told(2)
        XCTAssertEqual(told, ["heard", "heard"])
        XCTAssertNotNil(bridge.remove(handlerName: "tell"))
        XCTAssertNil(bridge.remove(handlerName: "tell"))
    }

    func testTooMuchThatWaitsIsRefusedAtOnce() throws {
        let fixture = try BridgeFixture([:])
        let bridge = try bridge(fixture)
        for _ in 0..<1024 { bridge.call(handlerName: "x") }
        var code: String?
        bridge.call(handlerName: "x") { code = ($0 as? [String: Any])?["code"] as? String }
        XCTAssertEqual(code, "too_many_waiting")
        XCTAssertEqual(fixture.errors, [.tooManyWaiting(limit: 1024)])
    }

    func testTheBridgeAndItsViewGoAndLeaveTheController() async throws {
        weak var view: WKWebView?
        weak var bridge: WKWebViewJavascriptBridge?
        do {
            let fixture = try fixture("<script>connected(bridge => bridge.callHandler('tell', 'x'))</script>")
            _ = try await fixture.told(1)
            view = fixture.view
            bridge = fixture.bridge
            fixture.releaseBridge()
            XCTAssertNil(bridge)
            XCTAssertTrue(fixture.view.mainDocumentObservers.isEmpty && fixture.view.navigationInterceptors.isEmpty)
            // The names are free again.
            _ = WKWebViewJavascriptBridge(webView: fixture.view)
        }
        try await eventually("the view to go") { view == nil }
    }
}
