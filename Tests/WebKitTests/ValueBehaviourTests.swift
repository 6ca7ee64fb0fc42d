// What WebKit's own tests hold the values of scripts to, where no other test here does.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomTestSupport
import XCTest

@testable import WebKit

@MainActor
final class ValueBehaviourTests: XCTestCase {
    private func loaded() async throws -> WKWebView {
        let view = WKWebView.offline()
        view.loadHTMLString("<input type=file id=f>", baseURL: URL(string: "https://shop.example/"))
        try await eventually { !view.isLoading }
        return view
    }

    private func code(_ view: WKWebView, _ script: String) async -> WKError.Code? {
        do {
            _ = try await view.evaluateJavaScript(script)
            return nil
        } catch { return (error as? WKError)?.code }
    }

    func testObjectsOfTheEngineAreEmptyOrNothing() async throws {
        let view = try await loaded()
        for script in [
            "/x/", "({})", "new Map([[1, 2]])", "new Set([1])", "new ArrayBuffer(4)", "new Uint8Array()",
        ] {
            let value = try await view.evaluateJavaScript(script) as? [String: Any]
            XCTAssertEqual(value?.count, 0, script)
        }
        for script in [
            "new Blob(['x'])", "new File(['x'], 'x')", "document.getElementById('f').files", "new ImageData(1, 1)",
        ] {
            let list = try await view.evaluateJavaScript("[\(script)]") as? [Any]
            XCTAssertTrue(list?.first is NSNull, script)
        }
        let members =
            try await view.evaluateJavaScript("({b: new Blob([]), n: null, u: undefined, s: ''})") as? [String: Any]
        XCTAssertEqual(members?.keys.sorted(), ["b", "n", "s"])
        XCTAssertTrue(members?["b"] is NSNull && members?["n"] is NSNull)
        XCTAssertEqual(members?["s"] as? String, "")
        let date = try await view.evaluateJavaScript("[new Date(1000)]") as? [Date]
        XCTAssertEqual(date, [Date(timeIntervalSince1970: 1)])
    }

    func testNestingBeyondTheParserIsAnExceptionAndHurtsNothing() async throws {
        let view = try await loaded()
        let script = String(repeating: "[", count: 200_000) + String(repeating: "]", count: 200_000)
        let code = await code(view, script)
        XCTAssertEqual(code, .javaScriptExceptionOccurred)
        let alive = try await view.evaluateJavaScript("1") as? Int
        XCTAssertEqual(alive, 1)
    }

    /// The depth that a script's value has, or the error.
    private func outcome(_ view: WKWebView, levels: Int) async -> String {
        do {
            var value = try await view.evaluateJavaScript(
                "(() => { let v = 0; for (let i = 0; i < \(levels); i++) v = [v]; return v })()")
            var depth = 0
            while let items = value as? [Any], let first = items.first {
                value = first
                depth += 1
            }
            return "\(depth)"
        } catch { return "\((error as? WKError)?.code ?? .unknown)" }
    }

    func testFortyThousandLevelsAreAnErrorAndHurtNotTheHost() async throws {
        let view = try await loaded()
        let ten = await outcome(view, levels: 10_000)
        XCTAssertEqual(ten, "10000")
        // A difference: iOS converts 40,000 levels. Here the engine refuses them or loses its web process.
        for levels in [40_000, 40_001] {
            let outcome = await outcome(view, levels: levels)
            XCTAssertTrue(
                ["javaScriptResultTypeIsUnsupported", "webContentProcessTerminated", "\(levels)"].contains(outcome),
                outcome)
        }
        view.loadHTMLString("<title>again</title>", baseURL: nil)
        try await eventually { view.title == "again" }
        let alive = try await view.evaluateJavaScript("1") as? Int
        XCTAssertEqual(alive, 1)
    }

    func testAPromiseThatNobodyCanSettleAnyMoreIsAnError() async throws {
        let view = try await loaded()
        var failure: WKError?
        view.callAsyncJavaScript("await new Promise(() => {})", in: nil, in: .page) { result in
            if case .failure(let error) = result { failure = error as? WKError }
        }
        // The engine finds out when it collects garbage.
        try await eventually("the answer") {
            if failure != nil { return true }
            _ = try await view.evaluateJavaScript(
                "for (let i = 0; i < 300; i++) { window.waste = new Array(100000).fill({}) } 0")
            return failure != nil
        }
        XCTAssertEqual(failure?.code, .javaScriptExceptionOccurred)
        let text = failure?.errorUserInfo["WKJavaScriptExceptionMessage"] as? String
        XCTAssertEqual(text?.contains("no longer reachable"), true, text ?? "no text")
    }
}
