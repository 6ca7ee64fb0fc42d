// Scripts of the app in frames other than the main one.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomSandbox
import TransomTestSupport
import XCTest

@testable import WebKit

@MainActor
final class FrameScriptTests: XCTestCase {
    private let recorder = MessageRecorder()
    private let world = WKContentWorld.world(name: "frame scripts")

    /// A page of the shop with a frame of another origin, and both frames as their messages tell them.
    private func loaded(
        _ child: String = "https://pay.example/", sandbox: String = ""
    ) async throws -> (web: TestWeb, view: WKWebView, main: WKFrameInfo, frame: WKFrameInfo) {
        let web = try TestWeb(pages: [
            "shop.example/": .script(
                "window.place = 'shop'; bridge.postMessage('main')", body: "<iframe \(sandbox) src='\(child)'></iframe>"
            ),
            "pay.example/": .script("window.place = 'pay'; bridge.postMessage('frame')"),
            "shop.example/next": .script("bridge.postMessage('next')"),
        ])
        let view = web.view(recorder)
        view.load("https://shop.example/")
        try await eventually { self.recorder.messages.count == 2 && !view.isLoading }
        let frames = Dictionary(uniqueKeysWithValues: recorder.messages.map { ("\($0.body)", $0.frameInfo) })
        return (web, view, try XCTUnwrap(frames["main"]), try XCTUnwrap(frames["frame"]))
    }

    private func code(_ body: () async throws -> Any?) async -> WKError.Code? {
        do {
            let value = try await body()
            XCTFail("it gave \(String(describing: value))")
            return nil
        } catch {
            return (error as? WKError)?.code
        }
    }

    func testAScriptRunsInItsFrameAndWorld() async throws {
        let (_, view, main, frame) = try await loaded()
        let shop = try await view.evaluateJavaScript("place + location.host", in: main, contentWorld: .page) as? String
        XCTAssertEqual(shop, "shopshop.example")
        let pay = try await view.evaluateJavaScript("place + location.host", in: frame, contentWorld: .page) as? String
        XCTAssertEqual(pay, "paypay.example")
        let hidden =
            try await view.evaluateJavaScript("typeof place + location.host", in: frame, contentWorld: world) as? String
        XCTAssertEqual(hidden, "undefinedpay.example")
        _ = try await view.evaluateJavaScript("window.mine = 1", in: frame, contentWorld: world)
        let kept = try await view.evaluateJavaScript("mine", in: frame, contentWorld: world) as? Int
        XCTAssertEqual(kept, 1)
        let other = try await view.evaluateJavaScript("typeof mine", in: frame, contentWorld: .defaultClient) as? String
        XCTAssertEqual(other, "undefined")
    }

    func testAWorldThatIsNewToAFrameRunsThere() async throws {
        let (_, view, _, frame) = try await loaded()
        let late = WKContentWorld.world(name: "late \(UUID().uuidString)")
        let host = try await view.evaluateJavaScript("location.host", in: frame, contentWorld: late) as? String
        XCTAssertEqual(host, "pay.example")
    }

    func testAFunctionIsCalledInItsFrame() async throws {
        let (_, view, _, frame) = try await loaded()
        let date = Date(timeIntervalSince1970: 3)
        let value = try await view.callAsyncJavaScript(
            "await null; return {place, list, when: when, text: text.length, big: big}",
            arguments: [
                "list": [1, true, NSNull(), "x"] as [Any], "when": date, "text": "a\u{2028}b\0c", "big": 1e300,
            ],
            in: frame, contentWorld: .page)
        let result = try XCTUnwrap(value as? [String: Any])
        XCTAssertEqual(result["place"] as? String, "pay")
        XCTAssertEqual((result["list"] as? [Any])?.count, 4)
        XCTAssertEqual((result["list"] as? [Any])?[1] as? Bool, true)
        XCTAssertEqual(result["when"] as? Date, date)
        XCTAssertEqual(result["text"] as? Int, 5)
        XCTAssertEqual(result["big"] as? Double, 1e300)
    }

    func testValuesAreThoseOfTheMainFrame() async throws {
        let (_, view, _, frame) = try await loaded()
        let scripts = [
            "undefined", "null", "true", "42", "1.5", "-0", "NaN", "-Infinity", "'h\\0i'", "''", "'é€😀'", "'a\\ud800b'",
            "new Date(86400000)", "new Date(NaN)", "[1,,undefined,'x']", "({a: 1, b: undefined, c: {d: [true]}})",
            "new Map([[1, 2]])", "new Set([1])", "/x/", "new Error('e')", "10n", "({a: 10n})", "[]", "({})",
            "new Uint8Array([1, 2])", "new Uint8Array()", "new ArrayBuffer(4)", "new Blob(['x'])",
            "({b: new Blob([])})",
            "({'$': 'date', v: 1})", "new (class A { constructor() { this.x = 1 } })()", "new String('ab')",
            "new Number(1)", "(() => { const a = [1]; a.push(a); return a })()", "new DOMRect(1, 2, 3, 4)",
            "new ImageData(1, 1)", "({get a() { return 1 }})", "Object.create({inherited: 1})", "[[[[[[]]]]]]",
            "Object.assign(Object.create(null), {a: 1})", "(function () { return arguments })(1, 2)",
        ]
        for script in scripts {
            let main = await outcome(view, script, in: nil)
            let there = await outcome(view, script, in: frame)
            XCTAssertEqual(there, main, script)
        }
        for script in [
            "document.body", "[document.body]", "({a: document.body})", "() => 1", "Symbol()", "window",
            "Promise.resolve()", "document",
        ] {
            let code = await code { try await view.evaluateJavaScript(script, in: frame, contentWorld: .page) }
            XCTAssertEqual(code, .javaScriptResultTypeIsUnsupported, script)
        }
    }

    private func outcome(_ view: WKWebView, _ script: String, in frame: WKFrameInfo?) async -> String {
        do {
            return Self.text(try await view.evaluateJavaScript(script, in: frame, contentWorld: .page))
        } catch {
            return "\((error as? WKError)?.code ?? .unknown)"
        }
    }

    private static func text(_ value: Any?) -> String {
        switch value {
        case nil: "nil"
        case let number as NSNumber: "\(kind(number)) \(number)"
        case let items as [Any]: "[" + items.map { text($0) }.joined(separator: ",") + "]"
        case let members as [String: Any]:
            "{" + members.sorted { $0.key < $1.key }.map { "\($0.key):\(text($0.value))" }.joined(separator: ",") + "}"
        case let date as Date: "date \(date.timeIntervalSince1970)"
        default: "\(type(of: value)) \(String(describing: value))"
        }
    }

    private static func kind(_ number: NSNumber) -> String {
        TaggedJSON.isBoolean(number) ? "boolean" : "number"
    }

    func testExceptionsAreThoseOfTheMainFrame() async throws {
        let (_, view, _, frame) = try await loaded()
        func failure(_ script: String) async -> WKError? {
            do {
                _ = try await view.evaluateJavaScript(script, in: frame, contentWorld: .page)
                return nil
            } catch { return error as? WKError }
        }
        let thrown = await failure("\n\nthrow new Error('something bad')")
        XCTAssertEqual(thrown?.code, .javaScriptExceptionOccurred)
        XCTAssertEqual(thrown?.errorUserInfo["WKJavaScriptExceptionMessage"] as? String, "Error: something bad")
        XCTAssertEqual(thrown?.errorUserInfo["WKJavaScriptExceptionLineNumber"] as? Int, 3)
        XCTAssertEqual(
            (thrown?.errorUserInfo["WKJavaScriptExceptionSourceURL"] as? URL)?.absoluteString, "https://pay.example/")
        let reference = await failure("missing")
        XCTAssertEqual(
            reference?.errorUserInfo["WKJavaScriptExceptionMessage"] as? String,
            "ReferenceError: Can't find variable: missing")
        let syntax = await failure("let = =")
        XCTAssertEqual(syntax?.code, .javaScriptExceptionOccurred)
        for (body, text) in [
            ("return Promise.reject('Rejected!')", "Rejected!"), ("throw new TypeError('tt')", "TypeError: tt"),
            ("await Promise.reject()", "undefined"),
        ] {
            do {
                _ = try await view.callAsyncJavaScript(body, in: frame, contentWorld: .page)
                XCTFail(body)
            } catch {
                XCTAssertEqual((error as? WKError)?.code, .javaScriptExceptionOccurred)
                XCTAssertEqual((error as? WKError)?.errorUserInfo["WKJavaScriptExceptionMessage"] as? String, text)
            }
        }
        let broken = await code { try await view.callAsyncJavaScript("return )", in: frame, contentWorld: .page) }
        XCTAssertEqual(broken, .javaScriptExceptionOccurred)
    }

    func testAFrameThatIsGoneIsAnInvalidTarget() async throws {
        let (_, view, _, frame) = try await loaded()
        _ = try await view.evaluateJavaScript("document.querySelector('iframe').remove(); 0")
        let removed = await code { try await view.callAsyncJavaScript("return 1", in: frame, contentWorld: .page) }
        XCTAssertEqual(removed, .javaScriptInvalidFrameTarget)
        let evaluated = await code { try await view.evaluateJavaScript("1", in: frame, contentWorld: world) }
        XCTAssertEqual(evaluated, .javaScriptInvalidFrameTarget)
        let alive = try await view.evaluateJavaScript("1") as? Int
        XCTAssertEqual(alive, 1)
    }

    func testAFrameOfAPageThatWasLeftIsAnInvalidTarget() async throws {
        let (web, view, _, frame) = try await loaded()
        defer { withExtendedLifetime(web) {} }
        view.load("https://shop.example/next")
        try await eventually { self.recorder.texts.contains("next") }
        let left = await code { try await view.callAsyncJavaScript("return 1", in: frame, contentWorld: .page) }
        XCTAssertEqual(left, .javaScriptInvalidFrameTarget)
        let other = WKWebView.offline()
        let foreign = await code { try await other.evaluateJavaScript("1", in: frame, contentWorld: .page) }
        XCTAssertEqual(foreign, .javaScriptInvalidFrameTarget)
        let unknown = await code { try await other.evaluateJavaScript("1", in: WKFrameInfo(), contentWorld: .page) }
        XCTAssertEqual(unknown, .javaScriptInvalidFrameTarget)
    }

    func testAFrameThatNavigatedIsTheSameFrame() async throws {
        let (web, view, _, frame) = try await loaded()
        web.pages["pay.example/2"] = .script("window.place = 'two'; bridge.postMessage('two')")
        _ = try await view.evaluateJavaScript("location.href = '/2'; 0", in: frame, contentWorld: .page)
        try await eventually { self.recorder.texts.contains("two") }
        let place = try await view.evaluateJavaScript("place", in: frame, contentWorld: .page) as? String
        XCTAssertEqual(place, "two")
    }

    func testASandboxedFrameIsReached() async throws {
        let (_, view, _, frame) = try await loaded(sandbox: "sandbox=allow-scripts")
        XCTAssertEqual(frame.securityOrigin.host, "")
        let origin = try await view.evaluateJavaScript("origin + place", in: frame, contentWorld: .page) as? String
        XCTAssertEqual(origin, "nullpay")
    }

    func testAPromiseThatNeverSettlesFailsWithItsFrame() async throws {
        let (_, view, _, frame) = try await loaded()
        let answers = Waiter()
        view.callAsyncJavaScript("await new Promise(() => {})", in: frame, in: .page) { result in
            if case .failure(let error as WKError) = result { answers.codes.append(error.code) }
        }
        _ = try await view.evaluateJavaScript("0", in: frame, contentWorld: .page)
        XCTAssertEqual(answers.codes, [])
        view.terminateWebProcess()
        try await eventually { answers.codes == [.webContentProcessTerminated] }
        let gone = await code { try await view.evaluateJavaScript("1", in: frame, contentWorld: .page) }
        XCTAssertNotNil(gone)
    }

    func testAResultBeyondAllMeasureIsAnError() async throws {
        let (_, view, _, frame) = try await loaded()
        let script = "let a = 'x'.repeat(2 ** 20); Array(1000).fill(a)"
        let code = await code { try await view.evaluateJavaScript(script, in: frame, contentWorld: world) }
        XCTAssertEqual(code, .javaScriptResultTypeIsUnsupported)
    }
}
