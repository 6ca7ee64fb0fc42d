// Messages larger and deeper than any honest page posts.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomTestSupport
import WebKit
import XCTest

@MainActor
final class LargeMessageTests: XCTestCase {
    private let recorder = MessageRecorder()

    private func post(_ script: String) async throws -> WKWebView {
        let view = WKWebView.offline(recorder)
        view.loadHTMLString(
            "<script>const bridge = webkit.messageHandlers.bridge; \(script)</script>",
            baseURL: URL(string: "https://shop.example/"))
        return view
    }

    func testTenMegabytesOfTextArrive() async throws {
        let view = try await post(
            "bridge.postMessage('x'.repeat(10 * 1024 * 1024)); bridge.postMessage('é'.repeat(1e6))")
        try await eventually { self.recorder.messages.count == 2 }
        XCTAssertEqual(recorder.texts[0].utf8.count, 10 * 1024 * 1024)
        XCTAssertEqual(recorder.texts[1].count, 1_000_000)
        XCTAssertEqual(speaker(recorder.messages[0]), "https://shop.example main")
        withExtendedLifetime(view) {}
    }

    private func depth(_ body: Any) -> Int {
        var (depth, value) = (0, body)
        while true {
            if let items = value as? [Any], let first = items.first {
                value = first
            } else if let members = value as? [String: Any], let first = members["a"] {
                value = first
            } else {
                return depth
            }
            depth += 1
        }
    }

    func testFiveThousandLevelsArrive() async throws {
        let view = try await post(
            """
            let list = 1, object = 1; for (let i = 0; i < 5000; i++) { list = [list]; object = {a: object} }
            bridge.postMessage(list); bridge.postMessage(object); bridge.postMessage('end')
            """)
        try await eventually { self.recorder.texts == ["end"] }
        XCTAssertEqual(recorder.bodies.count, 3)
        XCTAssertEqual(depth(recorder.bodies[0]), 5000)
        XCTAssertEqual(depth(recorder.bodies[1]), 5000)
        withExtendedLifetime(view) {}
    }

    func testFortyThousandLevelsHurtNotTheHost() async throws {
        let log = NavigationLog()
        let view = try await post("let list = 1; for (let i = 0; i < 40000; i++) list = [list]; window.deep = list")
        view.navigationDelegate = log
        try await eventually { !view.isLoading }
        // The engine delivers it, refuses it or loses its web process; the host lives in each case.
        view.evaluateJavaScript("bridge.postMessage(deep).then(() => 0, () => 0); 0", completionHandler: nil)
        view.evaluateJavaScript("bridge.postMessage('end'); 0", completionHandler: nil)
        try await eventually { self.recorder.texts.contains("end") || log.calls.contains("terminated") }
        recorder.forget()
        view.loadHTMLString(
            "<script>webkit.messageHandlers.bridge.postMessage('again')</script>",
            baseURL: URL(string: "https://shop.example/"))
        try await eventually { self.recorder.texts.contains("again") }
    }

    func testAWideBodyArrives() async throws {
        let view = try await post(
            """
            bridge.postMessage(Array.from({length: 20000}, (_, i) => ({i, text: 'item ' + i, on: i % 2 === 0})));
            """)
        try await eventually { self.recorder.messages.count == 1 }
        let items = try XCTUnwrap(recorder.bodies[0] as? [[String: Any]])
        XCTAssertEqual(items.count, 20_000)
        XCTAssertEqual(items[19_999]["text"] as? String, "item 19999")
        XCTAssertEqual(items[19_999]["on"] as? Bool, false)
        XCTAssertEqual(items[19_998]["i"] as? Int, 19_998)
        withExtendedLifetime(view) {}
    }

    func testHalvesOfACharacterCutNothing() async throws {
        let view = try await post(
            """
            bridge.postMessage('close\\ud800d'); bridge.postMessage({a: 'close\\udc00d', '\\ud800k': 'v'});
            bridge.postMessage(['\\ud83d\\ude00', '\\ud83d', 'end'])
            """)
        try await eventually { self.recorder.messages.count == 3 }
        XCTAssertEqual(recorder.bodies[0] as? String, "close\u{fffd}d")
        let object = try XCTUnwrap(recorder.bodies[1] as? [String: String])
        XCTAssertEqual(object["a"], "close\u{fffd}d")
        XCTAssertEqual(recorder.bodies[2] as? [String], ["😀", "\u{fffd}", "end"])
        withExtendedLifetime(view) {}
    }

    func testKeysAreWhatTheyAre() async throws {
        let view = try await post(
            """
            bridge.postMessage({'$': 'date', v: 1, '': 2, 'a.b': 3, 'é\\n"\\\\': 4, constructor: 5, length: 6, '0': 7});
            bridge.postMessage(JSON.parse('{"__proto__": {"x": 1}, "toJSON": 1}'));
            bridge.postMessage({toJSON: 'x', then: 1, $: {$: 'undefined'}})
            """)
        try await eventually { self.recorder.messages.count == 3 }
        XCTAssertEqual(
            recorder.bodies[0] as? NSDictionary,
            [
                "$": "date", "v": 1, "": 2, "a.b": 3, "é\n\"\\": 4, "constructor": 5, "length": 6, "0": 7,
            ] as NSDictionary)
        XCTAssertEqual((recorder.bodies[1] as? [String: Any])?["toJSON"] as? Int, 1)
        let tagged = try XCTUnwrap(recorder.bodies[2] as? [String: Any])
        XCTAssertEqual(tagged["toJSON"] as? String, "x")
        XCTAssertEqual((tagged["$"] as? [String: String]), ["$": "undefined"])
        withExtendedLifetime(view) {}
    }
}
