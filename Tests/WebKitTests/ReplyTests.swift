// Messages that the app answers.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomTestSupport
import WebKit
import XCTest

private final class Plain: NSObject, WKScriptMessageHandlerWithReply {
    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
        replyHandler: @escaping (Any?, String?) -> Void
    ) { replyHandler("plain \(message.body)", nil) }
}

private final class Isolated: NSObject, WKScriptMessageHandlerWithReply {
    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
        replyHandler: @escaping @MainActor @Sendable (Any?, String?) -> Void
    ) { replyHandler("isolated \(message.body)", nil) }
}

private final class Asynchronous: NSObject, WKScriptMessageHandlerWithReply {
    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) async -> (Any?, String?) {
        try? await Task.sleep(for: .milliseconds(5))
        return ("asynchronous \(message.body)", nil)
    }
}

private final class Silent: NSObject, WKScriptMessageHandlerWithReply {}

private final class Answering: NSObject, WKScriptMessageHandlerWithReply {
    var answer: (WKScriptMessage, @escaping (Any?, String?) -> Void) -> Void = { $1($0.body, nil) }
    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
        replyHandler: @escaping (Any?, String?) -> Void
    ) { answer(message, replyHandler) }
}

@MainActor
final class ReplyTests: XCTestCase {
    private func loaded(_ handler: any WKScriptMessageHandlerWithReply) async throws -> WKWebView {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        configuration.userContentController.addScriptMessageHandler(handler, contentWorld: .page, name: "ask")
        let view = WKWebView(frame: .zero, configuration: configuration)
        view.loadHTMLString("<p>", baseURL: URL(string: "https://shop.example/"))
        try await eventually { !view.isLoading }
        return view
    }

    /// What the page's promise came to, as `type:text`.
    private func outcome(_ view: WKWebView, _ body: String = "'x'") async throws -> String {
        let script = """
            try { const v = await webkit.messageHandlers.ask.postMessage(\(body));
                return (v === null ? 'null' : Array.isArray(v) ? 'array' : v instanceof Date ? 'date' : typeof v) + ':'
                    + (v instanceof Date ? v.getTime() : typeof v === 'object' ? JSON.stringify(v)
                        : Object.is(v, -0) ? '-0' : String(v))
            } catch (error) { return 'rejected:' + error.message }
            """
        return try await view.callAsyncJavaScript(script, contentWorld: .page) as? String ?? ""
    }

    func testEverySpellingAnswers() async throws {
        for (handler, expected) in [
            (Plain(), "string:plain x"), (Isolated(), "string:isolated x"), (Asynchronous(), "string:asynchronous x"),
        ] as [(any WKScriptMessageHandlerWithReply, String)] {
            let view = try await loaded(handler)
            let outcome = try await outcome(view)
            XCTAssertEqual(outcome, expected)
        }
    }

    func testAnswersOfEveryKindArrive() async throws {
        let handler = Answering()
        let view = try await loaded(handler)
        let cases: [(Any?, String)] = [
            (nil, "undefined:undefined"), (NSNull(), "null:null"), (true, "boolean:true"), (false, "boolean:false"),
            (0, "number:0"), (1, "number:1"), (-0.0, "number:-0"), (Double.nan, "number:NaN"),
            (Double.infinity, "number:Infinity"), (1.5, "number:1.5"), (NSNumber(value: 42), "number:42"),
            ("it's\n\"x\"", "string:it's\n\"x\""), ("a\u{2028}b\0c", "string:a\u{2028}b\0c"), ("", "string:"),
            (Date(timeIntervalSince1970: 1.5), "date:1500"), ([] as [Any], "array:[]"),
            ([:] as [String: Any], "object:{}"),
            ([1, [true, NSNull()]] as [Any], "array:[1,[true,null]]"),
            (["a": ["b": "c"]] as [String: Any], "object:{\"a\":{\"b\":\"c\"}}"),
            (NSString("ns") as Any, "string:ns"), (NSArray(array: [1]) as Any, "array:[1]"),
        ]
        for (value, expected) in cases {
            nonisolated(unsafe) let value = value
            // Only read.
            handler.answer = { $1(value, nil) }
            let outcome = try await outcome(view)
            XCTAssertEqual(outcome, expected)
        }
    }

    func testABodyThatIsEchoedComesBackEqual() async throws {
        let view = try await loaded(Answering())
        for (body, expected) in [
            ("1", "number:1"), ("true", "boolean:true"), ("[1,{a:[null,'x']}]", "array:[1,{\"a\":[null,\"x\"]}]"),
            ("new Date(5)", "date:5"), ("undefined", "undefined:undefined"), ("null", "null:null"),
        ] {
            let outcome = try await outcome(view, body)
            XCTAssertEqual(outcome, expected)
        }
    }

    func testAnErrorTextRejects() async throws {
        let handler = Answering()
        handler.answer = { $1("ignored", "Rejected! \u{2028}'\"") }
        let view = try await loaded(handler)
        let outcome = try await outcome(view)
        XCTAssertEqual(outcome, "rejected:Rejected! \u{2028}'\"")
    }

    func testAMessageThatNobodyAnswersRejectsWithApplesText() async throws {
        let handler = Answering()
        handler.answer = { _, _ in }
        for handler in [handler, Silent()] as [any WKScriptMessageHandlerWithReply] {
            let view = try await loaded(handler)
            let outcome = try await outcome(view)
            XCTAssertEqual(outcome, "rejected:WKWebView API client did not respond to this postMessage")
        }
    }

    func testAnAnswerThatIsNoValueRejectsAndHurtsNothing() async throws {
        let handler = Answering()
        let view = try await loaded(handler)
        var deep: [Any] = []
        for _ in 0..<1000 { deep = [deep] }
        let values: [Any] = [
            Data([1]), { 1 } as () -> Int, NSObject(), [NSObject()] as [Any], ["a": Data()] as [String: Any], deep,
            URL(string: "https://shop.example/") as Any, self, String.self,
        ]
        for value in values {
            nonisolated(unsafe) let value = value
            // Only read.
            handler.answer = { $1(value, nil) }
            let outcome = try await outcome(view)
            XCTAssertEqual(
                outcome,
                "rejected:The result value passed back from the WKWebView API client was unable to be serialized")
        }
    }

    func testTheFirstOfTwoAnswersCounts() async throws {
        let handler = Answering()
        handler.answer = { _, reply in
            reply("first", nil)
            reply("second", nil)
            reply(nil, "third")
        }
        let view = try await loaded(handler)
        let outcome = try await outcome(view)
        XCTAssertEqual(outcome, "string:first")
    }

    func testAnAnswerMayComeFromAnotherThread() async throws {
        let handler = Answering()
        handler.answer = { _, reply in
            nonisolated(unsafe) let reply = reply
            // Handed over.
            DispatchQueue.global().async { reply(["thread": 2], nil) }
        }
        let view = try await loaded(handler)
        let outcome = try await outcome(view)
        XCTAssertEqual(outcome, "object:{\"thread\":2}")
    }

    func testALateAnswerIsDropped() async throws {
        let handler = Answering()
        let kept = Kept()
        handler.answer = { kept.replies.append($1) }
        var view: WKWebView? = try await loaded(handler)
        _ = try await view?.evaluateJavaScript("webkit.messageHandlers.ask.postMessage(1).catch(() => {}); 0")
        try await eventually { kept.replies.count == 1 }
        view?.loadHTMLString("<title>next</title>", baseURL: nil)
        try await eventually { view?.title == "next" }
        kept.replies[0]("late", nil)
        let alive = try await view?.evaluateJavaScript("1") as? Int
        XCTAssertEqual(alive, 1)
        _ = try await view?.evaluateJavaScript("webkit.messageHandlers.ask.postMessage(1).catch(() => {}); 0")
        try await eventually { kept.replies.count == 2 }
        view = nil
        kept.replies[1]("later than the view", nil)
    }

    func testRepliesSeeWhoAsked() async throws {
        let handler = Answering()
        handler.answer = { message, reply in MainActor.assumeIsolated { reply(speaker(message), nil) } }
        let view = try await loaded(handler)
        let outcome = try await outcome(view)
        XCTAssertEqual(outcome, "string:https://shop.example main")
    }
}

@MainActor
private final class Kept {
    var replies: [(Any?, String?) -> Void] = []
}
