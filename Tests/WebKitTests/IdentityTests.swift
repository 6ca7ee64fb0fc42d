// Who spoke, whatever the view shows at that moment.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import Foundation
import TransomSandbox
import TransomTestSupport
import XCTest

@testable import WebKit

@MainActor
final class IdentityTests: XCTestCase {
    private let recorder = MessageRecorder()

    func testAPageThatIsBeingLeftSpeaksForItselfDuringARedirect() async throws {
        let web = try TestWeb(pages: [
            "evil.example/": .script(
                "setInterval(() => bridge.postMessage('pay'), 20); setTimeout(() => location.href = '/r', 60)"),
            "evil.example/r": .redirect(to: "https://shop.example/slow"),
            "shop.example/slow": .script("bridge.postMessage('arrived')").delayed(by: .milliseconds(700)),
        ])
        let view = web.view(recorder)
        view.load("https://evil.example/")
        var duringLoad = 0
        recorder.onMessage = { message in
            // The view names the next page long before that speaks.
            if message.body as? String == "pay", view.url?.host == "shop.example" { duringLoad += 1 }
        }
        try await eventually { self.recorder.texts.contains("arrived") }
        XCTAssertGreaterThan(duringLoad, 0)
        for message in recorder.messages {
            let expected = message.body as? String == "pay" ? "https://evil.example main" : "https://shop.example main"
            XCTAssertEqual(speaker(message), expected)
        }
    }

    func testAPageThatTheAppIsReplacingSpeaksForItself() async throws {
        let web = try TestWeb(pages: [
            "evil.example/": .script("setInterval(() => bridge.postMessage('pay'), 5)"),
            "shop.example/slow": .script("bridge.postMessage('arrived')").delayed(by: .milliseconds(500)),
        ])
        let view = web.view(recorder)
        view.load("https://evil.example/")
        try await eventually { self.recorder.texts.count > 3 }
        view.load("https://shop.example/slow")
        try await eventually { self.recorder.texts.contains("arrived") }
        XCTAssertEqual(
            Set(recorder.messages.map { "\($0.body) \(speaker($0))" }),
            ["pay https://evil.example main", "arrived https://shop.example main"])
    }

    func testFramesOfOtherOriginsAreWhoTheyAre() async throws {
        let web = try TestWeb(pages: [
            "shop.example/": .script(
                "bridge.postMessage('main')",
                body: """
                    <iframe src='https://evil.example/child'></iframe><iframe src='https://pay.example/hop'></iframe>
                    <iframe src='/same'></iframe><iframe src='about:blank'></iframe>
                    """),
            "evil.example/child": .script(
                """
                try { Object.defineProperty(window, 'parent', {value: window}) } catch (e) {}
                self.origin = 'https://shop.example'; bridge.postMessage('evil');
                const inner = document.createElement('iframe');
                inner.src = URL.createObjectURL(new Blob(
                    ["<script>webkit.messageHandlers.bridge.postMessage('blob')<\\/script>"], {type: 'text/html'}));
                document.body.append(inner)
                """),
            "pay.example/hop": .redirect(to: "https://evil.example/landed"),
            "evil.example/landed": .script("bridge.postMessage('landed')"),
            "shop.example/same": .script("bridge.postMessage('same')"),
        ])
        let view = web.view(recorder)
        view.load("https://shop.example/")
        try await eventually { self.recorder.messages.count == 5 }
        XCTAssertEqual(
            Dictionary(uniqueKeysWithValues: recorder.messages.map { ("\($0.body)", speaker($0)) }),
            [
                "main": "https://shop.example main", "evil": "https://evil.example frame",
                "blob": "https://evil.example frame", "landed": "https://evil.example frame",
                "same": "https://shop.example frame",
            ])
        XCTAssertTrue(recorder.messages.allSatisfy { $0.webView === view && $0.frameInfo.isAttributed })
    }

    func testAFunctionThatAnotherFrameKeptSpeaksForItsOwnDocument() async throws {
        let web = try TestWeb(pages: [
            "shop.example/": .script(
                """
                addEventListener('load', () => {
                    const frame = document.querySelector('iframe');
                    window.kept = frame.contentWindow.webkit.messageHandlers.bridge;
                    frame.onload = () => { try { kept.postMessage('kept').catch(() => {}) } catch (e) {}
                        bridge.postMessage('end') };
                    frame.src = 'https://evil.example/'
                })
                """, body: "<iframe src='/same'></iframe>"),
            "shop.example/same": .html("<p>same"), "evil.example/": .html("<p>evil"),
        ])
        let view = web.view(recorder)
        view.load("https://shop.example/")
        try await eventually { self.recorder.texts.contains("end") }
        XCTAssertFalse(recorder.messages.contains { $0.frameInfo.securityOrigin.host == "evil.example" })
    }

    func testAPageFromThePageCacheIsWhoItWas() async throws {
        let web = try TestWeb(pages: [
            "shop.example/a": .script(
                """
                addEventListener('pageshow', (e) => bridge.postMessage('a ' + e.persisted));
                addEventListener('pagehide', () => bridge.postMessage('a leaves'))
                """),
            "pay.example/b": .script("addEventListener('pageshow', (e) => bridge.postMessage('b ' + e.persisted))"),
        ])
        let view = web.view(recorder)
        let log = NavigationLog()
        view.navigationDelegate = log
        view.load("https://shop.example/a")
        try await eventually { self.recorder.texts.last == "a false" && !view.isLoading }
        view.load("https://pay.example/b")
        try await eventually { self.recorder.texts.last == "b false" && !view.isLoading }
        view.goBack()
        try await eventually { self.recorder.texts.last == "a true" && !view.isLoading }
        // What the page asks for now is asked by it, and not by the one that was left.
        try await eventually { view.mainFrameInfo.securityOrigin.host == "shop.example" }
        _ = try await view.evaluateJavaScript(
            "const f = document.createElement('iframe'); f.src = 'https://evil.example/'; "
                + "document.body.append(f); 0")
        try await eventually { log.calls.last?.contains("evil.example") == true }
        XCTAssertEqual(log.calls.last, "decide frame https://evil.example/")
        XCTAssertEqual(log.actions.last?.sourceFrame.securityOrigin.host, "shop.example")
        view.goForward()
        try await eventually { self.recorder.texts.last == "b true" && !view.isLoading }
        XCTAssertEqual(
            recorder.messages.map { "\($0.body) \(speaker($0))" },
            [
                "a false https://shop.example main", "a leaves https://shop.example main",
                "b false https://pay.example main", "a true https://shop.example main",
                "a leaves https://shop.example main", "b true https://pay.example main",
            ])
    }

    func testReloadingGivesAPageANewIdentityAndTheSameOrigin() async throws {
        let web = try TestWeb(pages: ["shop.example/": .script("bridge.postMessage('here')")])
        let view = web.view(recorder)
        view.load("https://shop.example/")
        try await eventually { self.recorder.messages.count == 1 && !view.isLoading }
        let first = view.mainDocument?.token
        view.reload()
        try await eventually { self.recorder.messages.count == 2 && !view.isLoading }
        XCTAssertNotEqual(view.mainDocument?.token, first)
        XCTAssertEqual(speaker(recorder.messages[1]), "https://shop.example main")
    }

    func testALeavingPageSpeaksForItself() async throws {
        let web = try TestWeb(pages: [
            "shop.example/": .script(
                """
                addEventListener('beforeunload', () => bridge.postMessage('beforeunload'));
                addEventListener('pagehide', () => bridge.postMessage('pagehide'));
                addEventListener('unload', () => bridge.postMessage('unload'))
                """),
            "pay.example/": .script("bridge.postMessage('next')"),
        ])
        let view = web.view(recorder)
        view.load("https://shop.example/")
        try await eventually { !view.isLoading }
        view.load("https://pay.example/")
        try await eventually { self.recorder.texts.contains("next") }
        for message in recorder.messages {
            XCTAssertEqual(
                speaker(message),
                message.body as? String == "next" ? "https://pay.example main" : "https://shop.example main")
        }
        XCTAssertTrue(recorder.texts.contains("pagehide"))
    }

    func testInsideTheWebSandboxMessagesAreAttributedToo() async throws {
        try XCTSkipUnless(
            ["bwrap", "xdg-dbus-proxy"].allSatisfy { FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)") },
            "bubblewrap and xdg-dbus-proxy are needed")
        let web = try TestWeb(pages: [
            "shop.example/": .script(
                "bridge.postMessage('sandboxed')", body: "<iframe src='https://evil.example/'></iframe>"),
            "evil.example/": .script("bridge.postMessage('child')"),
        ])
        web.store.enableWebSandbox()
        let view = web.view(recorder)
        view.load("https://shop.example/")
        try await eventually { self.recorder.messages.count == 2 }
        XCTAssertEqual(
            Set(recorder.messages.map { "\($0.body) \(speaker($0))" }),
            ["sandboxed https://shop.example main", "child https://evil.example frame"])
        XCTAssertTrue(view.isStamped)
    }

    func testWithoutTheExtensionMessagesAreDeliveredAndNobodys() async throws {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = WKWebsiteDataStore(directory: nil, extensionFolder: nil)
        let world = WKContentWorld.world(name: "unstamped")
        configuration.userContentController.add(recorder, name: "bridge")
        configuration.userContentController.add(recorder, contentWorld: world, name: "hidden")
        configuration.userContentController.addUserScript(
            WKUserScript(
                source: "webkit.messageHandlers.hidden.postMessage('world')", injectionTime: .atDocumentStart,
                forMainFrameOnly: true, in: world))
        let view = WKWebView(frame: .zero, configuration: configuration)
        view.loadHTMLString(
            "<script>const bridge = webkit.messageHandlers.bridge; bridge.postMessage('text'); bridge.postMessage({a: 1})"
                + "</script>", baseURL: URL(string: "https://shop.example/"))
        try await eventually { self.recorder.messages.count == 3 }
        XCTAssertFalse(view.isStamped)
        for message in recorder.messages {
            XCTAssertEqual(speaker(message), "null frame")
            XCTAssertFalse(message.frameInfo.isAttributed)
            XCTAssertTrue(message.webView === view)
        }
        XCTAssertEqual(recorder.texts, ["world", "text"])
        XCTAssertEqual((recorder.bodies[2] as? [String: Int]), ["a": 1])
        // A decision does not wait for a web process that cannot know.
        let log = NavigationLog()
        view.navigationDelegate = log
        _ = try await view.evaluateJavaScript("location.href = 'about:blank'; 0")
        try await eventually { log.calls.contains("decide main about:blank") }
    }

    func testAnExtensionThatCannotBeWrittenIsSaidSo() async {
        let (folder, failure) = WebProcessExtension.write(to: "/proc/nowhere")
        XCTAssertNil(folder)
        XCTAssertEqual(failure, "the web-process extension could not be written to /proc/nowhere")
        XCTAssertNil(WebProcessExtension.failure)
    }

    func testAWindowThatIsUsedAgainIsOfItsOwnOriginWhateverWasPutIntoIt() async throws {
        let web = try TestWeb(pages: [
            "evil.example/": .script(
                """
                const frame = document.createElement('iframe');
                document.body.append(frame);
                Object.defineProperty(frame.contentWindow, 'origin', {value: 'https://shop.example', configurable: true});
                frame.contentWindow.origin = 'https://shop.example';
                frame.src = '/inner';
                """),
            "evil.example/inner": .script("bridge.postMessage('inner')"),
        ])
        let view = web.view(recorder)
        view.load("https://evil.example/")
        try await eventually { self.recorder.texts.contains("inner") }
        XCTAssertEqual(recorder.messages.map(speaker), ["https://evil.example frame"])
    }

    func testADocumentThatSpeaksIsKnownHoweverManyOthersThereWere() async throws {
        let web = try TestWeb(pages: ["shop.example/": .script("bridge.postMessage('here')")])
        let view = web.view(recorder)
        view.load("https://shop.example/")
        try await eventually { self.recorder.texts == ["here"] }
        func announce(_ token: String, frame: Int) throws {
            let text = "('\(token)', uint64 \(frame), false, 'https://pay.example', 'https://pay.example/', '')"
            let parameters = try XCTUnwrap(g_variant_parse(nil, text, nil, nil, nil))
            defer { g_variant_unref(parameters) }
            DocumentRegistry.add(try XCTUnwrap(DocumentIdentity(parameters, webView: view)), of: view)
        }
        func token(_ number: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: DocumentRegistry.tokenLength - digits.count) + digits
        }
        try announce(token(1), frame: 1_000_001)
        try announce(token(2), frame: 1_000_002)
        // One frame is loaded again and again; the others stay as they are.
        for number in 3..<1_500 { try announce(token(number), frame: 1_000_003) }
        XCTAssertNotNil(DocumentRegistry.document(token: token(1)))
        XCTAssertNotNil(DocumentRegistry.document(token: token(2)))
        XCTAssertNil(DocumentRegistry.document(token: token(3)))
        // Frames are made without end; of two that stay, one speaks.
        for number in 1_500..<4_000 {
            try announce(token(number), frame: 1_000_000 + number)
            XCTAssertNotNil(DocumentRegistry.document(token: token(1)))
        }
        XCTAssertNil(DocumentRegistry.document(token: token(2)))
        XCTAssertLessThanOrEqual(DocumentRegistry.count(of: view), 1_024 + 64)
    }
}
