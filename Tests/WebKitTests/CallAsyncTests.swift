// Functions that the app calls in a page, with arguments that are data.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomTestSupport
import WebKit
import XCTest

@MainActor
final class CallAsyncTests: XCTestCase {
    private func loaded() async throws -> WKWebView {
        let view = WKWebView.offline()
        view.loadHTMLString("<title>clean</title>", baseURL: URL(string: "https://shop.example/"))
        try await eventually { !view.isLoading && view.title == "clean" }
        return view
    }

    private func failure(
        _ view: WKWebView, _ body: String, _ arguments: [String: Any] = [:]
    ) async -> WKError? {
        nonisolated(unsafe) let arguments = arguments
        // Made for this call alone.
        do {
            let value = try await view.callAsyncJavaScript(body, arguments: arguments, contentWorld: .page)
            XCTFail("\(body) gave \(String(describing: value))")
            return nil
        } catch {
            return error as? WKError
        }
    }

    func testArgumentsOfEveryKindArrive() async throws {
        let view = try await loaded()
        let now = Date(timeIntervalSince1970: 1_700_000_000.5)
        let kinds: [String: Any] = [
            "yes": true, "no": false, "one": 1, "zero": 0, "small": Int8(1), "big": Int64(9_007_199_254_740_993),
            "half": 0.5, "minus": -0.0, "nan": Double.nan, "infinite": -Double.infinity, "text": "x", "empty": "",
            "nothing": NSNull(), "date": now, "list": [1, "a", true, NSNull(), [false]] as [Any],
            "object": ["a": ["b": [now]], "$": "date", "v": 1, "__proto__": 2, "": 3] as [String: Any],
            "wide": CGFloat(2.5), "optional": Optional<String>.some("there") as Any,
            "missing": Optional<String>.none as Any, "number": NSNumber(value: true),
        ]
        let script = """
            const kind = (v) => v === null ? 'null' : v === undefined ? 'undefined' : Array.isArray(v) ? 'array' :
                v instanceof Date ? 'date' : typeof v;
            return {yes: [kind(yes), yes], no: [kind(no), no], one: [kind(one), one], zero: [kind(zero), zero],
                small: [kind(small), small], big: [kind(big), big === 9007199254740992], half: half,
                minus: Object.is(minus, -0), nan: Number.isNaN(nan), infinite: infinite === -Infinity, text, empty,
                nothing: kind(nothing), date: [kind(date), date.getTime()],
                list: [kind(list), list.length, list.map(kind).join()],
                object: [Object.keys(object).sort().join('|'), kind(object.a.b[0]), object.$, object['__proto__'],
                    Object.getPrototypeOf(object) === Object.prototype, object['']],
                wide, optional, missing: kind(missing), number: [kind(number), number]};
            """
        let answer = try await view.callAsyncJavaScript(script, arguments: kinds, contentWorld: .page)
        let result = try XCTUnwrap(answer as? [String: Any])
        XCTAssertEqual((result["yes"] as? [Any])?.first as? String, "boolean")
        XCTAssertEqual((result["yes"] as? [Any])?.last as? Bool, true)
        XCTAssertEqual((result["no"] as? [Any])?.first as? String, "boolean")
        XCTAssertEqual((result["no"] as? [Any])?.last as? Bool, false)
        for name in ["one", "zero", "small"] {
            XCTAssertEqual((result[name] as? [Any])?.first as? String, "number", name)
        }
        XCTAssertEqual((result["big"] as? [Any])?.last as? Bool, true)
        XCTAssertEqual(result["half"] as? Double, 0.5)
        for name in ["minus", "nan", "infinite"] { XCTAssertEqual(result[name] as? Bool, true, name) }
        XCTAssertEqual(result["nothing"] as? String, "null")
        XCTAssertEqual(result["text"] as? String, "x")
        XCTAssertEqual(result["empty"] as? String, "")
        XCTAssertEqual((result["date"] as? [Any])?.first as? String, "date")
        XCTAssertEqual((result["date"] as? [Any])?.last as? Double, 1_700_000_000_500)
        XCTAssertEqual((result["list"] as? [Any])?.last as? String, "number,string,boolean,null,array")
        let object = try XCTUnwrap(result["object"] as? [Any])
        XCTAssertEqual(object[0] as? String, "|$|__proto__|a|v")
        XCTAssertEqual(object[1] as? String, "date")
        XCTAssertEqual(object[2] as? String, "date")
        XCTAssertEqual(object[3] as? Int, 2)
        XCTAssertEqual(object[4] as? Bool, true)
        XCTAssertEqual(object[5] as? Int, 3)
        XCTAssertEqual(result["wide"] as? Double, 2.5)
        XCTAssertEqual(result["optional"] as? String, "there")
        XCTAssertEqual(result["missing"] as? String, "undefined")
        XCTAssertEqual((result["number"] as? [Any])?.first as? String, "boolean")
    }

    func testTextArrivesAsItIs() async throws {
        let view = try await loaded()
        let texts = [
            "a\u{2028}b\u{2029}c", "'", "\"", "\\", "\n\r\t", "</script><script>document.title='owned'</script>",
            "${1}",
            "`", "\0", "\u{1}\u{1f}", "😀é\u{fffd}", "x', payload: 0}, '*'); document.title='owned'; ({a:'", "\\u0041",
        ]
        for text in texts {
            let echo = try await view.callAsyncJavaScript(
                "return text", arguments: ["text": text], contentWorld: .page)
            XCTAssertEqual(echo as? String, text)
            let key = try await view.callAsyncJavaScript(
                "return Object.keys(o)[0]", arguments: ["o": [text: 1]], contentWorld: .page)
            XCTAssertEqual(key as? String, text)
        }
        let title = try await view.evaluateJavaScript("document.title") as? String
        XCTAssertEqual(title, "clean")
    }

    func testARoundTripIsEqual() async throws {
        let view = try await loaded()
        let value: [String: Any] = [
            "n": 1.25, "s": "x", "b": true, "d": Date(timeIntervalSince1970: 3),
            "l": [1, [2, ["k": NSNull()]]] as [Any],
        ]
        let echo = try await view.callAsyncJavaScript("return v", arguments: ["v": value], contentWorld: .page)
        let result = try XCTUnwrap(echo as? [String: Any])
        XCTAssertEqual(result as NSDictionary, value as NSDictionary)
    }

    func testReturnsAreAsOnIOS() async throws {
        let view = try await loaded()
        let nothing = try await view.callAsyncJavaScript("1", contentWorld: .page)
        XCTAssertNil(nothing)
        let null = try await view.callAsyncJavaScript("return null", contentWorld: .page)
        XCTAssertTrue(null is NSNull)
        let sum = try await view.callAsyncJavaScript(
            "return a + b", arguments: ["a": 40, "b": 2], contentWorld: .page)
        XCTAssertEqual(sum as? Int, 42)
        let awaited = try await view.callAsyncJavaScript(
            "return await new Promise((r) => setTimeout(() => r(7), 5))", contentWorld: .page)
        XCTAssertEqual(awaited as? Int, 7)
        let promised = try await view.callAsyncJavaScript("return Promise.resolve('p')", contentWorld: .page)
        XCTAssertEqual(promised as? String, "p")
        let thenable = try await view.callAsyncJavaScript("return {then(r) { r(9) }}", contentWorld: .page)
        XCTAssertEqual(thenable as? Int, 9)
        let revived = try await view.callAsyncJavaScript(
            "const walk = 1, text = 2; return revive + walk + text", arguments: ["revive": 40], contentWorld: .page)
        XCTAssertEqual(revived as? Int, 43)
    }

    func testFailuresAreExceptions() async throws {
        let view = try await loaded()
        let rejected = await failure(view, "return Promise.reject('Rejected!')")
        XCTAssertEqual(rejected?.code, .javaScriptExceptionOccurred)
        XCTAssertEqual(rejected?.errorUserInfo["WKJavaScriptExceptionMessage"] as? String, "Rejected!")
        let thrown = await failure(view, "throw new TypeError('tt')")
        XCTAssertEqual(thrown?.errorUserInfo["WKJavaScriptExceptionMessage"] as? String, "TypeError: tt")
        let syntax = await failure(view, "return )")
        XCTAssertEqual(syntax?.code, .javaScriptExceptionOccurred)
        let unsupported = await failure(view, "return document.body")
        XCTAssertEqual(unsupported?.code, .javaScriptResultTypeIsUnsupported)
    }

    func testAValueThatJavaScriptCannotHoldRunsNothing() async throws {
        let view = try await loaded()
        var deep: [Any] = []
        for _ in 0..<600 { deep = [deep] }
        let values: [Any] = [
            Data([1]), [Data([1])] as [Any], ["a": { 1 } as () -> Int] as [String: Any], NSObject(), deep,
            URL(string: "https://shop.example/") as Any,
        ]
        for value in values {
            let error = await failure(view, "document.title = 'ran'", ["v": value])
            XCTAssertNotNil(error)
        }
        let title = try await view.evaluateJavaScript("document.title") as? String
        XCTAssertEqual(title, "clean")
    }

    func testANameIsNeverScript() async throws {
        let view = try await loaded()
        for name in [
            "a; document.title = 'owned'", "a = document.title = 'owned'", "{a}", "...a", "a,b", "a/**/", "", "1a",
            "a b",
            "a\n", "a}) { document.title = 'owned' }, ({", "[a]",
        ] {
            let error = await failure(view, "document.title = 'ran'", [name: 1])
            XCTAssertEqual(error?.code, .javaScriptExceptionOccurred, name)
        }
        for name in ["class", "let var", "return"] {
            _ = await failure(view, "document.title = 'ran'", [name: 1])
        }
        let title = try await view.evaluateJavaScript("document.title") as? String
        XCTAssertEqual(title, "clean")
        let dollars = try await view.callAsyncJavaScript(
            "return $ + _a9", arguments: ["$": 1, "_a9": 2], contentWorld: .page)
        XCTAssertEqual(dollars as? Int, 3)
    }

    func testLineNumbersAreTheBodysOwn() async throws {
        let view = try await loaded()
        let line = try await view.callAsyncJavaScript(
            "\n\nreturn (() => { try { null.x } catch (e) { return e.line } })()", arguments: ["a": 1],
            contentWorld: .page)
        let bare = try await view.callAsyncJavaScript(
            "\n\nreturn (() => { try { null.x } catch (e) { return e.line } })()", contentWorld: .page)
        XCTAssertNotNil(line as? Int)
        XCTAssertEqual(line as? Int, bare as? Int)
    }

    func testTheCompletionFormHasABoxedNilForUndefined() async throws {
        let view = try await loaded()
        let answers = Waiter()
        view.callAsyncJavaScript("return undefined", arguments: [:], in: nil, in: .page) { result in
            guard case .success(let value) = result else { return XCTFail("\(result)") }
            if case Optional<Any>.none = value {} else { XCTFail("\(value)") }
            answers.count += 1
        }
        try await eventually { answers.count == 1 }
    }

    func testAnIsolatedWorldGetsArgumentsToo() async throws {
        let view = try await loaded()
        _ = try await view.evaluateJavaScript("JSON.parse = () => { throw 1 }; Object.keys = () => { throw 1 }; 0")
        let value = try await view.callAsyncJavaScript(
            "return [v.a, typeof window.secret]", arguments: ["v": ["a": true]], contentWorld: .defaultClient)
        XCTAssertEqual((value as? [Any])?.first as? Bool, true)
        XCTAssertEqual((value as? [Any])?.last as? String, "undefined")
    }
}
