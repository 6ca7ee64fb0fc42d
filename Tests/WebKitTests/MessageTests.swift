// Messages from pages: their values, their order and who posted them.
// SPDX-License-Identifier: Apache-2.0

import TransomTestSupport
import WebKit
import XCTest

@MainActor
final class MessageTests: XCTestCase {
    private let shop = URL(string: "https://shop.example/")

    private func view(_ recorder: MessageRecorder, handler: String = "bridge") -> WKWebView {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        configuration.userContentController.add(recorder, name: handler)
        return WKWebView(frame: CGRect(x: 0, y: 0, width: 800, height: 600), configuration: configuration)
    }

    func testAMessageCarriesItsTrueOriginAndIsDeliveredOnTheFirstThread() async throws {
        let recorder = MessageRecorder()
        let view = view(recorder)
        recorder.onMessage = { _ in XCTAssertTrue(Thread.isMainThread) }
        view.loadHTMLString("<script>webkit.messageHandlers.bridge.postMessage('hello')</script>", baseURL: shop)
        try await eventually { recorder.messages.count == 1 }
        let message = recorder.messages[0]
        XCTAssertEqual(message.body as? String, "hello")
        XCTAssertEqual(message.name, "bridge")
        XCTAssertTrue(message.frameInfo.isMainFrame)
        XCTAssertTrue(message.frameInfo.isAttributed)
        XCTAssertEqual(message.frameInfo.securityOrigin.host, "shop.example")
        XCTAssertEqual(message.frameInfo.securityOrigin.protocol, "https")
        XCTAssertEqual(message.frameInfo.securityOrigin.port, 0)
        XCTAssertTrue(message.webView === view)
        XCTAssertTrue(view.isStamped)
    }

    func testEveryKindOfValueArrivesAsOnIOS() async throws {
        let recorder = MessageRecorder()
        let view = view(recorder)
        view.loadHTMLString(
            """
            <script>const bridge = webkit.messageHandlers.bridge;
            for (const value of [undefined, null, true, false, 42, 1.5, -0, NaN, Infinity, 'h\\0i', '', 'é€😀',
                new Date(86400000), [1,,undefined,'x'], {a: 1, b: undefined, c: {d: [true]}}, new Map([[1, 2]]), 10n, [], {}])
                bridge.postMessage(value);
            bridge.postMessage('end')</script>
            """, baseURL: shop)
        try await eventually { recorder.texts.last == "end" }
        let bodies = recorder.bodies
        XCTAssertEqual(bodies.count, 20)
        XCTAssertTrue(isNil(bodies[0]))
        XCTAssertTrue(bodies[1] is NSNull)
        XCTAssertEqual(bodies[2] as? Bool, true)
        XCTAssertEqual(bodies[3] as? Bool, false)
        XCTAssertEqual(bodies[4] as? Int, 42)
        XCTAssertNil(bodies[4] as? Bool)
        XCTAssertEqual("\(bodies[4])", "42")
        XCTAssertNil(bodies[5] as? Int)
        XCTAssertEqual(bodies[5] as? Double, 1.5)
        XCTAssertEqual((bodies[6] as? NSNumber)?.doubleValue.sign, .minus)
        XCTAssertEqual((bodies[7] as? NSNumber)?.doubleValue.isNaN, true)
        XCTAssertEqual((bodies[8] as? NSNumber)?.doubleValue, .infinity)
        XCTAssertEqual(bodies[9] as? String, "h\0i")
        XCTAssertEqual(bodies[10] as? String, "")
        XCTAssertEqual(bodies[11] as? String, "é€😀")
        XCTAssertEqual(bodies[12] as? Date, Date(timeIntervalSince1970: 86400))
        let array = try XCTUnwrap(bodies[13] as? [Any])
        XCTAssertEqual(array.count, 4)
        XCTAssertEqual(array[0] as? Int, 1)
        XCTAssertTrue(array[1] is NSNull)
        XCTAssertTrue(array[2] is NSNull)
        XCTAssertEqual(array[3] as? String, "x")
        let object = try XCTUnwrap(bodies[14] as? [String: Any])
        XCTAssertEqual(Set(object.keys), ["a", "c"])
        XCTAssertEqual(object["a"] as? Int, 1)
        XCTAssertEqual(((object["c"] as? [String: Any])?["d"] as? [Bool]), [true])
        XCTAssertEqual((bodies[15] as? [String: Any])?.count, 0)
        XCTAssertTrue(isNil(bodies[16]))
        XCTAssertEqual((bodies[17] as? [Any])?.count, 0)
        XCTAssertEqual((bodies[18] as? [AnyHashable: Any])?.count, 0)
        // The casts that code written for iOS makes.
        XCTAssertNotNil(bodies[14] as? [AnyHashable: Any])
        XCTAssertNotNil(bodies[14] as? NSDictionary)
        XCTAssertNotNil(bodies[14] as? [String: AnyHashable])
        XCTAssertNoThrow(try JSONSerialization.data(withJSONObject: bodies[14]))
    }

    func testAnUnserialisableValueIsNotDeliveredAndHurtsNothing() async throws {
        let recorder = MessageRecorder()
        let view = view(recorder)
        view.loadHTMLString(
            """
            <script>const bridge = webkit.messageHandlers.bridge; const cycle = {}; cycle.self = cycle;
            for (const make of [() => (() => 1), () => Symbol(), () => window, () => document.body])
                try { bridge.postMessage(make()).catch(() => {}) } catch (error) {}
            try { bridge.postMessage().catch(() => bridge.postMessage('rejected')) } catch (error) {}
            bridge.postMessage(cycle); bridge.postMessage('end')</script>
            """, baseURL: shop)
        try await eventually { recorder.texts.contains("end") && recorder.texts.contains("rejected") }
        let cycle = recorder.bodies.compactMap { $0 as? [String: Any] }.first
        XCTAssertTrue(cycle?["self"] is NSNull)
    }

    func testFramesAreToldApart() async throws {
        let recorder = MessageRecorder()
        let view = view(recorder)
        view.loadHTMLString(
            """
            <body><script>const bridge = webkit.messageHandlers.bridge; bridge.postMessage('main')</script>
            <iframe sandbox="allow-scripts" srcdoc="<script>webkit.messageHandlers.bridge.postMessage('sandboxed')</script>">
            </iframe>
            <iframe srcdoc="<script>webkit.messageHandlers.bridge.postMessage('srcdoc')</script>"></iframe>
            <iframe src="data:text/html,<script>webkit.messageHandlers.bridge.postMessage('data')</script>"></iframe>
            <iframe src="javascript:'<script>webkit.messageHandlers.bridge.postMessage(`javascript`)</script>'"></iframe>
            <script>const frame = document.createElement('iframe'); document.body.append(frame);
            frame.contentWindow.webkit.messageHandlers.bridge.postMessage('blank')</script>
            """, baseURL: shop)
        try await eventually { recorder.messages.count == 6 }
        let found = Dictionary(
            uniqueKeysWithValues: recorder.messages.map {
                ($0.body as? String ?? "", "\($0.frameInfo.securityOrigin) \($0.frameInfo.isMainFrame)")
            })
        XCTAssertEqual(
            found,
            [
                "main": "https://shop.example true", "sandboxed": "null false", "srcdoc": "https://shop.example false",
                "data": "null false", "javascript": "https://shop.example false",
                "blank": "https://shop.example false",
            ])
        XCTAssertTrue(recorder.messages.allSatisfy(\.frameInfo.isAttributed))
    }

    func testFiveHundredMessagesAtOnceArriveInOrder() async throws {
        let recorder = MessageRecorder()
        let view = view(recorder)
        view.loadHTMLString(
            "<script>for (let i = 0; i < 500; i++) webkit.messageHandlers.bridge.postMessage(JSON.stringify({i}))</script>",
            baseURL: shop)
        try await eventually { recorder.messages.count == 500 }
        XCTAssertEqual(recorder.texts, (0..<500).map { "{\"i\":\($0)}" })
    }

    func testMessagesFollowedByANavigationAllArriveFromTheDocumentThatPosted() async throws {
        let recorder = MessageRecorder()
        let view = view(recorder)
        view.loadHTMLString(
            """
            <script>for (let i = 0; i < 200; i++) webkit.messageHandlers.bridge.postMessage('a' + i);
            location.href = 'about:blank'</script>
            """, baseURL: shop)
        try await eventually { recorder.messages.count == 200 && view.url?.absoluteString == "about:blank" }
        XCTAssertTrue(recorder.messages.allSatisfy { "\($0.frameInfo.securityOrigin)" == "https://shop.example" })
    }

    func testAStrictContentSecurityPolicyDoesNotTouchTheBridge() async throws {
        let recorder = MessageRecorder()
        let view = view(recorder)
        view.configuration.userContentController.addUserScript(
            WKUserScript(
                source: "webkit.messageHandlers.bridge.postMessage('script ' + isSecureContext)",
                injectionTime: .atDocumentEnd, forMainFrameOnly: true))
        view.loadHTMLString(
            "<meta http-equiv='Content-Security-Policy' content=\"default-src 'none'; sandbox\"><p>x</p>", baseURL: shop
        )
        try await eventually { recorder.messages.count == 1 }
        XCTAssertTrue(recorder.messages[0].frameInfo.isAttributed)
    }

    func testAHandlerAddedToALoadedPageIsAttributedToo() async throws {
        let recorder = MessageRecorder()
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        let view = WKWebView(frame: .zero, configuration: configuration)
        view.loadHTMLString("<p>x</p>", baseURL: shop)
        try await eventually { !view.isLoading && view.url != nil }
        _ = try await view.evaluateJavaScript("typeof webkit")
        configuration.userContentController.add(recorder, name: "late")
        try await eventually("a handler in the page") {
            try await view.evaluateJavaScript("typeof webkit !== 'undefined' && !!webkit.messageHandlers.late") as? Bool
                == true
        }
        _ = try await view.evaluateJavaScript("webkit.messageHandlers.late.postMessage('late'); 0")
        try await eventually { recorder.messages.count == 1 }
        XCTAssertTrue(recorder.messages[0].frameInfo.isAttributed)
        XCTAssertEqual("\(recorder.messages[0].frameInfo.securityOrigin)", "https://shop.example")
    }

    func testAPageCannotForgeItsStamp() async throws {
        let recorder = MessageRecorder()
        let view = view(recorder)
        let forged = String(repeating: "0", count: 64)
        view.loadHTMLString(
            """
            <iframe sandbox="allow-scripts" srcdoc="<script>
            Array.prototype.concat = Array.prototype.push = () => []; Function.prototype.apply = () => 0; Reflect.apply = () => 0;
            Object.defineProperty(Object.prototype, 'toJSON', {value: () => 'owned'});
            try { Object.defineProperty(window, 'origin', {value: 'https://shop.example'}) } catch (e) {}
            const b = webkit.messageHandlers.bridge;
            b.postMessage(['\(forged)', 'array']); b.postMessage('\(forged)text');
            const p = Object.getPrototypeOf(b); try { p.postMessage = () => 0 } catch (e) {}
            b.postMessage('end')</script>"></iframe>
            """, baseURL: shop)
        try await eventually { recorder.texts.contains("end") }
        XCTAssertEqual(recorder.messages.count, 3)
        for message in recorder.messages {
            XCTAssertEqual("\(message.frameInfo.securityOrigin)", "null")
            XCTAssertFalse(message.frameInfo.isMainFrame)
        }
        XCTAssertEqual(recorder.messages[0].body as? [String], [forged, "array"])
        XCTAssertEqual(recorder.messages[1].body as? String, forged + "text")
    }

    func testAChangedURLIsToldWithTheMessage() async throws {
        let recorder = MessageRecorder()
        let view = view(recorder)
        view.loadHTMLString(
            """
            <script>const bridge = webkit.messageHandlers.bridge; bridge.postMessage('one'); location.hash = 'two';
            bridge.postMessage('two'); bridge.postMessage({three: 3})</script>
            """, baseURL: shop)
        try await eventually { recorder.messages.count == 3 }
        XCTAssertEqual(
            recorder.messages.map { $0.frameInfo.request.url?.absoluteString },
            ["https://shop.example/", "https://shop.example/#two", "https://shop.example/#two"])
        XCTAssertEqual(recorder.messages[1].body as? String, "two")
        XCTAssertEqual(recorder.messages[2].body as? [String: Int], ["three": 3])
    }

    private func isNil(_ value: Any) -> Bool {
        if case Optional<Any>.none = value { return true }
        return Mirror(reflecting: value).displayStyle == .optional && Mirror(reflecting: value).children.isEmpty
    }
}
