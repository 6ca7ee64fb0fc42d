// Scripts that the app runs in a page.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomTestSupport
import XCTest

@testable import WebKit

@MainActor
final class EvaluateTests: XCTestCase {
    private let shop = URL(string: "https://shop.example/")

    private func loaded(_ html: String = "<p id=p>x</p>") async throws -> WKWebView {
        let view = WKWebView.offline()
        view.loadHTMLString(html, baseURL: shop)
        try await eventually { !view.isLoading }
        return view
    }

    private func failure(_ view: WKWebView, _ script: String) async -> WKError? {
        do {
            let value = try await view.evaluateJavaScript(script)
            XCTFail("\(script) gave \(String(describing: value))")
            return nil
        } catch {
            return error as? WKError
        }
    }

    func testValuesComeAsOnIOS() async throws {
        let view = try await loaded()
        let sum = try await view.evaluateJavaScript("40 + 2")
        XCTAssertEqual(sum as? Int, 42)
        XCTAssertTrue(sum is NSNumber)
        let text = try await view.evaluateJavaScript("'a\\u2028\\'\"</script>\\0b'") as? String
        XCTAssertEqual(text, "a\u{2028}'\"</script>\0b")
        let yes = try await view.evaluateJavaScript("true")
        XCTAssertEqual(yes as? Bool, true)
        let null = try await view.evaluateJavaScript("null")
        XCTAssertTrue(null is NSNull)
        let list = try await view.evaluateJavaScript("[null, undefined, 0, 'x']") as? [Any]
        XCTAssertEqual(list?.count, 4)
        XCTAssertTrue(list?[0] is NSNull && list?[1] is NSNull)
        let object = try await view.evaluateJavaScript("({a: {b: [1, true]}, c: undefined})") as? [String: Any]
        XCTAssertEqual(object?.keys.sorted(), ["a"])
        let date = try await view.evaluateJavaScript("new Date(1500)") as? Date
        XCTAssertEqual(date, Date(timeIntervalSince1970: 1.5))
        let map = try await view.evaluateJavaScript("new Map([[1, 2]])") as? [String: Any]
        XCTAssertEqual(map?.count, 0)
    }

    func testUndefinedIsNilWithoutAnError() async throws {
        let view = try await loaded()
        for script in ["undefined", "", "var x = 1", ";"] {
            let value = try await view.evaluateJavaScript(script)
            XCTAssertNil(value, script)
        }
        let called = Waiter()
        view.evaluateJavaScript("undefined") { value, error in
            XCTAssertNil(value)
            XCTAssertNil(error)
            called.count += 1
        }
        XCTAssertEqual(called.count, 0, "the answer comes later, as on iOS")
        try await eventually { called.count == 1 }
        view.evaluateJavaScript("undefined", in: nil, in: .page) { result in
            guard case .success(let value) = result else { return XCTFail("\(result)") }
            if case Optional<Any>.none = value {} else { XCTFail("\(value)") }
            called.count += 1
        }
        view.evaluateJavaScript("document.title = 'no handler'", completionHandler: nil)
        try await eventually { called.count == 2 && view.title == "no handler" }
    }

    func testAnExceptionHasItsPlace() async throws {
        let view = try await loaded()
        let thrown = await failure(view, "\n\nthrow 'something bad'")
        XCTAssertEqual(thrown?.code, .javaScriptExceptionOccurred)
        XCTAssertEqual((thrown as NSError?)?.domain, WKErrorDomain)
        XCTAssertEqual((thrown as NSError?)?.code, 4)
        let details = try XCTUnwrap(thrown?.errorUserInfo)
        XCTAssertEqual(details["WKJavaScriptExceptionMessage"] as? String, "something bad")
        XCTAssertEqual(details["WKJavaScriptExceptionLineNumber"] as? Int, 3)
        XCTAssertEqual(details["WKJavaScriptExceptionColumnNumber"] as? Int, 22)
        XCTAssertEqual(details["WKJavaScriptExceptionSourceURL"] as? URL, shop)
        XCTAssertEqual(details[NSLocalizedDescriptionKey] as? String, "A JavaScript exception occurred")
        let dom = await failure(view, "document.body.insertBefore(document, document)")
        XCTAssertEqual(dom?.errorUserInfo["WKJavaScriptExceptionLineNumber"] as? Int, 1)
        XCTAssertEqual(dom?.errorUserInfo["WKJavaScriptExceptionColumnNumber"] as? Int, 27)
        let syntax = await failure(view, "\nlet = =")
        XCTAssertEqual(syntax?.code, .javaScriptExceptionOccurred)
        XCTAssertEqual(syntax?.errorUserInfo["WKJavaScriptExceptionLineNumber"] as? Int, 2)
        XCTAssertTrue("\(syntax?.errorUserInfo ?? [:])".contains("SyntaxError"))
        let reference = await failure(view, "missing")
        XCTAssertEqual(
            reference?.errorUserInfo["WKJavaScriptExceptionMessage"] as? String,
            "ReferenceError: Can't find variable: missing")
    }

    func testAResultThatIsNoValueIsAnErrorOfItsOwn() async throws {
        let view = try await loaded()
        for script in ["document.body", "[document.body]", "({a: document.body})", "() => 1", "Symbol()", "window"] {
            let error = await failure(view, script)
            XCTAssertEqual(error?.code, .javaScriptResultTypeIsUnsupported, script)
        }
        let alive = try await view.evaluateJavaScript("1") as? Int
        XCTAssertEqual(alive, 1)
    }

    func testASelfContainingValueIsCutWhereItRepeats() async throws {
        let view = try await loaded()
        let list = try await view.evaluateJavaScript("(() => { const a = [1]; a.push(a); return a })()") as? [Any]
        XCTAssertEqual(list?.count, 2)
        XCTAssertEqual(list?[0] as? Int, 1)
        XCTAssertTrue(list?[1] is NSNull)
        let shared =
            try await view.evaluateJavaScript("(() => { const s = {x: 1}; return [s, s] })()") as? [[String: Int]]
        XCTAssertEqual(shared, [["x": 1], ["x": 1]])
    }

    func testBeforeAnyLoadScriptsRunInAnEmptyPage() async throws {
        let view = WKWebView.offline()
        let href = try await view.evaluateJavaScript("location.href") as? String
        XCTAssertEqual(href, "about:blank")
    }

    func testWorldsHaveTheirOwnGlobalsAndShareTheDocument() async throws {
        let view = try await loaded()
        let mine = WKContentWorld.world(name: "mine")
        _ = try await view.evaluateJavaScript("window.x = 'page'; document.title = 'shared'")
        _ = try await view.evaluateJavaScript("window.x = 'mine'", contentWorld: mine)
        let page = try await view.evaluateJavaScript("x", contentWorld: .page) as? String
        let world = try await view.evaluateJavaScript("x + document.title", contentWorld: mine) as? String
        let client = try await view.evaluateJavaScript("typeof x", contentWorld: .defaultClient) as? String
        XCTAssertEqual([page, world, client], ["page", "mineshared", "undefined"])
    }

    func testAFrameThatIsNotTheMainOneIsRefused() async throws {
        let view = try await loaded()
        do {
            _ = try await view.evaluateJavaScript("1", in: WKFrameInfo(), contentWorld: .page)
            XCTFail("ran in the main frame")
        } catch {
            XCTAssertEqual((error as? WKError)?.code, .javaScriptInvalidFrameTarget)
        }
    }

    func testPendingScriptsAreAnsweredWhenTheViewIsReleased() async throws {
        let answers = Waiter()
        do {
            let view = try await loaded()
            for _ in 0..<3 {
                view.evaluateJavaScript("1") { _, error in
                    answers.count += 1
                    if let error = error as? WKError { answers.codes.append(error.code) }
                }
            }
        }
        try await eventually { answers.count == 3 }
        XCTAssertEqual(answers.codes, [.webViewInvalidated, .webViewInvalidated, .webViewInvalidated])
    }

    func testPendingScriptsAreAnsweredWhenTheWebProcessIsKilled() async throws {
        let view = try await loaded()
        let answers = Waiter()
        view.callAsyncJavaScript("await new Promise(() => {})", in: nil, in: .page) { result in
            answers.count += 1
            if case .failure(let error) = result, let error = error as? WKError { answers.codes.append(error.code) }
        }
        _ = try await view.evaluateJavaScript("1")
        XCTAssertEqual(answers.count, 0)
        view.terminateWebProcess()
        try await eventually { answers.count == 1 }
        XCTAssertEqual(answers.codes, [.webContentProcessTerminated])
    }

    func testAScriptAfterACrashIsAnswered() async throws {
        let view = try await loaded()
        view.terminateWebProcess()
        do {
            _ = try await view.evaluateJavaScript("1")
        } catch {
            XCTAssertEqual((error as? WKError)?.code, .webContentProcessTerminated)
        }
    }

    func testASubclassSeesEveryScript() async throws {
        let view = Spy(frame: .zero, configuration: WKWebViewConfiguration())
        _ = view.loadHTMLString("<p>", baseURL: nil)
        try await eventually { !view.isLoading }
        let value = try await view.evaluateJavaScript("1 + 1") as? Int
        XCTAssertEqual(value, 2)
        XCTAssertEqual(view.scripts, ["1 + 1"])
        XCTAssertEqual(view.loads, ["<p>"])
    }

    func testAMegabyteOfScriptRuns() async throws {
        let view = try await loaded()
        let long = String(repeating: "é", count: 1_200_000)
        let length = try await view.evaluateJavaScript("'\(long)'.length") as? Int
        XCTAssertEqual(length, 1_200_000)
    }
}

/// Counts answers.
@MainActor
final class Waiter {
    var count = 0
    var codes: [WKError.Code] = []
}

private final class Spy: WKWebView {
    var scripts: [String] = []
    var loads: [String] = []

    override func evaluateJavaScript(
        _ javaScriptString: String, completionHandler: (@MainActor @Sendable (Any?, (any Error)?) -> Void)? = nil
    ) {
        scripts.append(javaScriptString)
        super.evaluateJavaScript(javaScriptString, completionHandler: completionHandler)
    }

    override func loadHTMLString(_ string: String, baseURL: URL?) -> WKNavigation? {
        loads.append(string)
        return super.loadHTMLString(string, baseURL: baseURL)
    }
}
