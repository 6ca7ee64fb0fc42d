// Windows that pages open.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomSandbox
import TransomTestSupport
import WebKit
import XCTest

/// Makes windows as a test wants them.
@MainActor
private final class Windows: NSObject, WKUIDelegate {
    var make: (WKWebViewConfiguration) -> WKWebView? = { WKWebView(frame: .zero, configuration: $0) }
    private(set) var actions: [WKNavigationAction] = []
    private(set) var opened: [WKWebView] = []
    private(set) var closed: [WKWebView] = []
    var keepsThem = true

    func webView(
        _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
        for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
    ) -> WKWebView? {
        actions.append(navigationAction)
        let view = make(configuration)
        view?.uiDelegate = self
        if let view, keepsThem { opened.append(view) }
        return view
    }

    func webViewDidClose(_ webView: WKWebView) {
        closed.append(webView)
    }

    func forget() {
        opened = []
        closed = []
    }
}

@MainActor
final class PopupTests: XCTestCase {
    private let recorder = MessageRecorder()
    private let windows = Windows()

    private func web() throws -> TestWeb {
        try TestWeb(pages: [
            "shop.example/": .script(
                "addEventListener('message', (e) => bridge.postMessage('heard ' + e.data + ' from ' + e.origin))",
                body: "<a id=link target=_blank href='https://pay.example/popup'>pay</a>"),
            "pay.example/popup": .script("bridge.postMessage('popup'); if (opener) opener.postMessage('hello', '*')"),
        ])
    }

    private func opened(_ web: TestWeb, _ script: String = "window.w = open('https://pay.example/popup'); !!w")
        async throws -> (WKWebView, Bool)
    {
        let view = web.view(recorder)
        view.uiDelegate = windows
        view.load("https://shop.example/")
        try await eventually { !view.isLoading }
        let result = try await view.evaluateJavaScript(script) as? Bool
        return (view, result ?? false)
    }

    override func tearDown() async throws {
        windows.forget()
    }

    func testAPopupHasALiveOpenerAndSpeaksForItself() async throws {
        let web = try web()
        let (view, isOpen) = try await opened(web)
        XCTAssertTrue(isOpen)
        try await eventually { self.recorder.messages.count == 2 }
        let popup = try XCTUnwrap(windows.opened.first)
        let byText = Dictionary(uniqueKeysWithValues: recorder.messages.map { ($0.body as? String ?? "", $0) })
        let own = try XCTUnwrap(byText["popup"])
        XCTAssertTrue(own.webView === popup)
        XCTAssertEqual(speaker(own), "https://pay.example main")
        let heard = try XCTUnwrap(byText["heard hello from https://pay.example"])
        XCTAssertTrue(heard.webView === view)
        XCTAssertEqual(speaker(heard), "https://shop.example main")
        XCTAssertNil(windows.actions[0].targetFrame)
        XCTAssertEqual(windows.actions[0].request.url?.absoluteString, "https://pay.example/popup")
        XCTAssertEqual(windows.actions[0].sourceFrame.securityOrigin.host, "shop.example")
        XCTAssertTrue(popup.isStamped)
    }

    func testALinkToANewWindowIsDecidedAndOpened() async throws {
        let web = try web()
        let log = NavigationLog()
        let (view, _) = try await opened(web, "0")
        view.navigationDelegate = log
        _ = try await view.evaluateJavaScript("document.getElementById('link').click(); 0")
        try await eventually { self.recorder.texts.contains("popup") }
        XCTAssertEqual(log.calls, ["decide window https://pay.example/popup"])
        XCTAssertEqual(log.actions[0].navigationType, .linkActivated)
        XCTAssertTrue(recorder.messages[0].webView === windows.opened[0])
    }

    func testARefusedLinkOpensNothing() async throws {
        let web = try web()
        let log = NavigationLog()
        log.decide = { _ in .cancel }
        let (view, _) = try await opened(web, "0")
        view.navigationDelegate = log
        _ = try await view.evaluateJavaScript("document.getElementById('link').click(); 0")
        try await eventually { log.actions.count == 1 }
        _ = try await view.evaluateJavaScript("0")
        XCTAssertEqual(windows.actions.count, 0)
    }

    func testARefusedWindowIsNullInThePage() async throws {
        windows.make = { _ in nil }
        let web = try web()
        let (view, isOpen) = try await opened(web)
        XCTAssertFalse(isOpen)
        XCTAssertEqual(windows.actions.count, 1)
        view.uiDelegate = nil
        let without = try await view.evaluateJavaScript("open('https://pay.example/popup') === null") as? Bool
        XCTAssertEqual(without, true)
    }

    func testAViewThatIsNotTheWindowsOwnIsRefused() async throws {
        let foreign = WKWebView.offline()
        windows.make = { _ in foreign }
        let web = try web()
        let (view, isOpen) = try await opened(web)
        XCTAssertFalse(isOpen)
        // The view of an earlier window is not this one's either.
        windows.make = { WKWebView(frame: .zero, configuration: $0) }
        let first = try await view.evaluateJavaScript("!!open('https://pay.example/popup', 'one')") as? Bool
        XCTAssertEqual(first, true)
        let earlier = try XCTUnwrap(windows.opened.last)
        windows.make = { _ in earlier }
        let second = try await view.evaluateJavaScript("!!open('https://pay.example/popup', 'two')") as? Bool
        XCTAssertEqual(second, false)
        // Nor is one that was made with what a popup calls its configuration.
        windows.make = { _ in WKWebView(frame: .zero, configuration: earlier.configuration) }
        let third = try await view.evaluateJavaScript("!!open('https://pay.example/popup', 'three')") as? Bool
        XCTAssertEqual(third, false)
        let alive = try await view.evaluateJavaScript("1") as? Int
        XCTAssertEqual(alive, 1)
    }

    func testAViewThatNobodyKeepsHurtsNothing() async throws {
        windows.keepsThem = false
        let web = try web()
        let (view, _) = try await opened(web)
        try await eventually("the window is gone") { try await view.evaluateJavaScript("w.closed") as? Bool == true }
        let alive = try await view.evaluateJavaScript("1") as? Int
        XCTAssertEqual(alive, 1)
    }

    func testAClosedWindowIsTold() async throws {
        let web = try web()
        let (view, _) = try await opened(web)
        try await eventually { self.recorder.texts.contains("popup") }
        let isClosed = try await view.evaluateJavaScript("w.close(); w.closed") as? Bool
        XCTAssertEqual(isClosed, true)
        try await eventually { self.windows.closed.count == 1 }
        XCTAssertTrue(windows.closed[0] === windows.opened[0])
    }

    func testAnEmptyWindowThatIsWrittenToSpeaksForItsOpenersOrigin() async throws {
        let web = try web()
        let script = """
            window.w = open(''); w.document.write('<script>webkit.messageHandlers.bridge.postMessage("written")<\\/script>');
            true
            """
        _ = try await opened(web, script)
        try await eventually { self.recorder.texts.contains("written") }
        let message = try XCTUnwrap(recorder.messages.first { $0.body as? String == "written" })
        XCTAssertEqual(speaker(message), "https://shop.example main")
        XCTAssertTrue(message.webView === windows.opened.first)
    }

    func testAWindowWithoutAGestureIsBlocked() async throws {
        let web = try web()
        web.pages["shop.example/auto"] = .script("bridge.postMessage(open('https://pay.example/popup') === null)")
        let view = web.view(recorder)
        view.uiDelegate = windows
        view.load("https://shop.example/auto")
        try await eventually { self.recorder.messages.count == 1 }
        XCTAssertEqual(recorder.bodies[0] as? Bool, true)
        XCTAssertEqual(windows.actions.count, 0)
    }

    func testANamedWindowIsUsedAgain() async throws {
        let web = try web()
        let (view, _) = try await opened(web, "!!open('https://pay.example/popup', 'SAME')")
        try await eventually { self.recorder.texts.contains("popup") }
        _ = try await view.evaluateJavaScript("open('https://pay.example/popup?2', 'SAME'); 0")
        try await eventually { self.recorder.texts.filter { $0 == "popup" }.count == 2 }
        XCTAssertEqual(windows.opened.count, 1)
    }

    func testAPopupGoesWithItsReference() async throws {
        let web = try web()
        _ = try await opened(web)
        try await eventually { self.recorder.texts.contains("popup") }
        weak let popup = windows.opened.first
        XCTAssertNotNil(popup)
        windows.forget()
        try await eventually { popup == nil }
    }

    func testNoneOfManyCallsOfAFrameCountsAsTheMainFrames() async throws {
        let web = try TestWeb(pages: [
            "shop.example/": .html("<!doctype html><iframe src='https://evil.example/'></iframe>"),
            "evil.example/": .script(
                """
                let refused = 0;
                for (let i = 0; i < 300; i++) if (open('https://pay.example/popup') === null) refused++;
                bridge.postMessage(refused);
                """),
        ])
        let view = web.view(recorder)
        view.configuration.preferences.javaScriptCanOpenWindowsAutomatically = true
        windows.make = { _ in nil }
        view.uiDelegate = windows
        view.load("https://shop.example/")
        try await eventually { self.recorder.messages.count == 1 }
        XCTAssertEqual(recorder.bodies.first as? Int, 300)
        XCTAssertFalse(windows.actions.isEmpty)
        XCTAssertTrue(windows.actions.allSatisfy { !$0.sourceFrame.isMainFrame }, "\(windows.actions.count)")
    }

    func testAFramesWindowIsNotKeptWhenTheFrameIsGone() async throws {
        let web = try TestWeb(pages: [
            "shop.example/": .script(
                """
                const kept = [];
                for (let i = 0; i < 20; i++) {
                    const frame = document.createElement('iframe');
                    document.body.append(frame);
                    kept.push(new WeakRef(frame.contentWindow.Array));
                    frame.remove();
                }
                bridge.postMessage('made');
                const look = () => {
                    for (let i = 0; i < 50; i++) new ArrayBuffer(1 << 20);
                    let gone = 0;
                    for (const one of kept) if (one.deref() === undefined) gone++;
                    // The garbage collector may take a stale word on the stack for one of them.
                    if (gone > 10) bridge.postMessage('gone'); else setTimeout(look, 20);
                };
                setTimeout(look, 20);
                """)
        ])
        let view = web.view(recorder)
        view.load("https://shop.example/")
        try await eventually { self.recorder.texts == ["made", "gone"] }
        withExtendedLifetime(view) {}
    }
}
