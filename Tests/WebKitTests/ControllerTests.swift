// Scripts, worlds and handlers of a controller.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomSandbox
import TransomTestSupport
import WebKit
import XCTest

@MainActor
final class ControllerTests: XCTestCase {
    private let shop = URL(string: "https://shop.example/")
    private let mine = WKContentWorld.world(name: "controller tests")

    private func load(_ view: WKWebView, _ html: String = "<p>x</p>") async throws {
        view.loadHTMLString(html, baseURL: shop)
        try await eventually { !view.isLoading }
    }

    private func count(_ view: WKWebView, _ name: String, _ world: WKContentWorld = .page) async throws -> Bool {
        let script = "!!(window.webkit && webkit.messageHandlers && webkit.messageHandlers.\(name))"
        return try await view.evaluateJavaScript(script, contentWorld: world) as? Bool ?? false
    }

    func testScriptsRunAtTheirTimeInTheirFramesInOrder() async throws {
        let recorder = MessageRecorder()
        let view = WKWebView.offline(recorder)
        let content = view.configuration.userContentController
        let post = "webkit.messageHandlers.bridge.postMessage("
        content.addUserScript(
            WKUserScript(
                source: post + "'start ' + (document.body ? 'body' : 'none'))", injectionTime: .atDocumentStart,
                forMainFrameOnly: false))
        content.addUserScript(
            WKUserScript(source: post + "'second')", injectionTime: .atDocumentStart, forMainFrameOnly: true))
        content.addUserScript(
            WKUserScript(
                source: post + "'end ' + !!document.querySelector('iframe'))", injectionTime: .atDocumentEnd,
                forMainFrameOnly: true))
        XCTAssertEqual(content.userScripts.map(\.isForMainFrameOnly), [false, true, true])
        let html = "<body><script>\(post)'page')</script><iframe srcdoc='<p>'></iframe>"
        view.loadHTMLString(html, baseURL: shop)
        try await eventually { recorder.texts.count >= 5 && !view.isLoading }
        XCTAssertEqual(recorder.texts.count, 5, "\(recorder.texts)")
        XCTAssertEqual(recorder.texts.filter { $0 == "start none" }.count, 2)
        XCTAssertEqual(recorder.texts.first, "start none")
        XCTAssertEqual(recorder.texts.filter { ["second", "page"].contains($0) }, ["second", "page"])
        XCTAssertEqual(recorder.texts.filter { $0.hasPrefix("end") }, ["end true"])
        content.removeAllUserScripts()
        XCTAssertEqual(content.userScripts.count, 0)
        view.loadHTMLString(html, baseURL: shop)
        try await eventually { recorder.texts.count > 5 && !view.isLoading }
        _ = try await view.evaluateJavaScript("0")
        XCTAssertEqual(recorder.texts.suffix(from: 5), ["page"])
    }

    func testAWorldIsOutOfThePagesReach() async throws {
        let recorder = MessageRecorder()
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        configuration.userContentController.add(recorder, contentWorld: mine, name: "hidden")
        configuration.userContentController.addUserScript(
            WKUserScript(
                source: "window.secret = 1; webkit.messageHandlers.hidden.postMessage(location.href)",
                injectionTime: .atDocumentStart, forMainFrameOnly: true, in: mine))
        let view = WKWebView(frame: .zero, configuration: configuration)
        try await load(view, "<script>document.title = typeof webkit + typeof secret</script>")
        try await eventually { recorder.messages.count == 1 }
        // The title comes by a message of its own.
        try await eventually("the page sees neither") { view.title == "undefinedundefined" }
        XCTAssertTrue(recorder.messages[0].world === mine)
        XCTAssertEqual(speaker(recorder.messages[0]), "https://shop.example main")
    }

    func testOneNameInTwoWorldsIsTwoHandlers() async throws {
        let (page, world) = (MessageRecorder(), MessageRecorder())
        let view = WKWebView.offline()
        let content = view.configuration.userContentController
        content.add(page, name: "same")
        content.add(world, contentWorld: mine, name: "same")
        try await load(view)
        for _ in 0..<3 {
            _ = try await view.evaluateJavaScript("webkit.messageHandlers.same.postMessage('page'); 0")
            _ = try await view.evaluateJavaScript(
                "webkit.messageHandlers.same.postMessage('world'); 0", contentWorld: mine)
        }
        try await eventually { page.messages.count == 3 && world.messages.count == 3 }
        XCTAssertEqual(page.texts, ["page", "page", "page"])
        XCTAssertEqual(world.texts, ["world", "world", "world"])
        XCTAssertTrue(page.messages.allSatisfy { $0.world === WKContentWorld.page })
        XCTAssertTrue(world.messages.allSatisfy { $0.world === mine && speaker($0) == "https://shop.example main" })
        content.removeScriptMessageHandler(forName: "same")
        try await eventually { try await !self.count(view, "same") }
        _ = try await view.evaluateJavaScript("webkit.messageHandlers.same.postMessage('still'); 0", contentWorld: mine)
        try await eventually { world.texts.last == "still" }
    }

    func testAPlainAndAnAnsweringHandlerMayShareANameInTwoWorlds() async throws {
        let (page, world) = (MessageRecorder(), Echo())
        let view = WKWebView.offline()
        view.configuration.userContentController.add(page, name: "same")
        view.configuration.userContentController.addScriptMessageHandler(world, contentWorld: mine, name: "same")
        try await load(view)
        let reply = try await view.callAsyncJavaScript(
            "return await webkit.messageHandlers.same.postMessage(7)", contentWorld: mine)
        XCTAssertEqual(reply as? Int, 7)
        let nothing = try await view.callAsyncJavaScript(
            "return await webkit.messageHandlers.same.postMessage(8)", contentWorld: .page)
        XCTAssertNil(nothing)
        XCTAssertEqual(page.bodies.count, 1)
    }

    func testAWorldThatIsNewToALoadedPageIsAttributed() async throws {
        let recorder = MessageRecorder()
        let view = WKWebView.offline()
        try await load(view)
        let late = WKContentWorld.world(name: "late \(UUID().uuidString)")
        view.configuration.userContentController.add(recorder, contentWorld: late, name: "late")
        try await eventually { try await self.count(view, "late", late) }
        _ = try await view.evaluateJavaScript("webkit.messageHandlers.late.postMessage('late'); 0", contentWorld: late)
        try await eventually { recorder.messages.count == 1 }
        XCTAssertEqual(speaker(recorder.messages[0]), "https://shop.example main")
        XCTAssertTrue(recorder.messages[0].world === late)
    }

    func testAWorldThatIsMadeBeforeAnyViewWorks() async throws {
        let early = WKContentWorld.world(name: "early")
        XCTAssertTrue(WKContentWorld.world(name: "early") === early)
        XCTAssertFalse(early === WKContentWorld.world(name: "other"))
        XCTAssertEqual(early.name, "early")
        XCTAssertNil(WKContentWorld.page.name)
        let recorder = MessageRecorder()
        let view = WKWebView.offline()
        view.configuration.userContentController.add(recorder, contentWorld: early, name: "early")
        try await load(view)
        _ = try await view.evaluateJavaScript("webkit.messageHandlers.early.postMessage(1); 0", contentWorld: early)
        try await eventually { recorder.messages.count == 1 }
        XCTAssertEqual(speaker(recorder.messages[0]), "https://shop.example main")
    }

    func testARemovedHandlerIsGoneAndComesBack() async throws {
        let (kept, removed) = (MessageRecorder(), MessageRecorder())
        let view = WKWebView.offline(kept)
        let content = view.configuration.userContentController
        content.add(removed, name: "removed")
        try await load(view)
        _ = try await view.evaluateJavaScript("window.held = webkit.messageHandlers.removed; held.postMessage(1); 0")
        try await eventually { removed.messages.count == 1 }
        content.removeScriptMessageHandler(forName: "removed")
        content.removeScriptMessageHandler(forName: "removed")
        try await eventually { try await !self.count(view, "removed") }
        let outcome = try await view.callAsyncJavaScript(
            "try { await held.postMessage(2); return 'delivered' } catch (error) { return error.name }",
            contentWorld: .page)
        XCTAssertEqual(outcome as? String, "InvalidAccessError")
        _ = try await view.evaluateJavaScript("webkit.messageHandlers.bridge.postMessage('other'); 0")
        try await eventually { kept.texts == ["other"] }
        content.add(removed, name: "removed")
        try await eventually { try await self.count(view, "removed") }
        _ = try await view.evaluateJavaScript("webkit.messageHandlers.removed.postMessage(3); 0")
        try await eventually { removed.messages.count == 2 }
        XCTAssertEqual(removed.bodies.last as? Int, 3)
        XCTAssertEqual(speaker(removed.messages[1]), "https://shop.example main")
    }

    func testRemovingAllOfAWorldLeavesTheOthers() async throws {
        let recorder = MessageRecorder()
        let view = WKWebView.offline(recorder)
        let content = view.configuration.userContentController
        for name in ["a", "b"] { content.add(recorder, contentWorld: mine, name: name) }
        try await load(view)
        content.removeScriptMessageHandler(forName: "a", contentWorld: .defaultClient)
        _ = try await view.evaluateJavaScript("webkit.messageHandlers.a.postMessage('a'); 0", contentWorld: mine)
        try await eventually { recorder.texts == ["a"] }
        content.removeAllScriptMessageHandlers(from: mine)
        try await eventually { try await !self.count(view, "b", self.mine) }
        _ = try await view.evaluateJavaScript("webkit.messageHandlers.bridge.postMessage('page'); 0")
        try await eventually { recorder.texts == ["a", "page"] }
        content.removeAllScriptMessageHandlers()
        try await eventually { try await !self.count(view, "bridge") }
        content.add(recorder, name: "bridge")
        try await eventually { try await self.count(view, "bridge") }
        _ = try await view.evaluateJavaScript("webkit.messageHandlers.bridge.postMessage('again'); 0")
        try await eventually { recorder.texts.last == "again" }
        XCTAssertEqual(speaker(recorder.messages[2]), "https://shop.example main")
    }

    func testALateHandlerDoesNotBelieveThePageAboutItsOrigin() async throws {
        let recorder = MessageRecorder()
        let view = WKWebView.offline()
        try await load(
            view,
            """
            <script>window.origin = 'https://bank.example'; self.origin = 'https://bank.example';
            window.self = {origin: 'https://bank.example', webkit: null, location: {href: 'https://bank.example/'}};
            </script>
            """)
        view.configuration.userContentController.add(recorder, name: "late")
        try await eventually { try await self.count(view, "late") }
        _ = try await view.evaluateJavaScript("webkit.messageHandlers.late.postMessage(window.origin); 0")
        try await eventually { recorder.messages.count == 1 }
        XCTAssertEqual(recorder.texts, ["https://bank.example"])
        XCTAssertEqual(speaker(recorder.messages[0]), "https://shop.example main")
        XCTAssertEqual(recorder.messages[0].frameInfo.request.url?.host, "shop.example")
    }

    func testTwoViewsOfOneControllerAreToldApart() async throws {
        let recorder = MessageRecorder()
        let web = try TestWeb(pages: [
            "shop.example/": .script("bridge.postMessage('shop')"),
            "pay.example/": .script("bridge.postMessage('pay')"),
        ])
        let configuration = web.configuration()
        configuration.userContentController.add(recorder, name: "bridge")
        let one = WKWebView(frame: .zero, configuration: configuration)
        let two = WKWebView(frame: .zero, configuration: configuration)
        one.load("https://shop.example/")
        two.load("https://pay.example/")
        try await eventually { recorder.messages.count == 2 }
        for message in recorder.messages {
            XCTAssertTrue(message.webView === (message.body as? String == "shop" ? one : two))
            XCTAssertTrue(message.frameInfo.webView === message.webView)
            XCTAssertEqual(message.frameInfo.securityOrigin.host, "\(message.body).example")
        }
    }

    func testAConfigurationsCopySharesItsObjects() async {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        configuration.applicationNameForUserAgent = "Shop"
        let copy = configuration.copy() as? WKWebViewConfiguration
        XCTAssertTrue(copy?.userContentController === configuration.userContentController)
        XCTAssertTrue(copy?.preferences === configuration.preferences)
        XCTAssertTrue(copy?.websiteDataStore === configuration.websiteDataStore)
        copy?.applicationNameForUserAgent = "Other"
        XCTAssertEqual(configuration.applicationNameForUserAgent, "Shop")
        let view = WKWebView(frame: .zero, configuration: configuration)
        XCTAssertFalse(view.configuration === configuration)
        XCTAssertTrue(view.configuration.userContentController === configuration.userContentController)
        view.configuration.applicationNameForUserAgent = "Other"
        XCTAssertEqual(view.configuration.applicationNameForUserAgent, "Shop")
    }

    func testPreferencesReachViewsThatAreThere() async throws {
        let recorder = MessageRecorder()
        let view = WKWebView.offline(recorder)
        view.configuration.preferences.javaScriptEnabled = false
        try await load(view, "<script>webkit.messageHandlers.bridge.postMessage('on')</script><noscript>off</noscript>")
        let text = try await view.evaluateJavaScript("document.body.innerText") as? String
        XCTAssertEqual(text, "off")
        XCTAssertEqual(recorder.texts, [])
        view.configuration.preferences.javaScriptEnabled = true
        try await load(view, "<script>webkit.messageHandlers.bridge.postMessage('on')</script>")
        try await eventually { recorder.texts == ["on"] }
    }
}

private final class Echo: NSObject, WKScriptMessageHandlerWithReply {
    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) async -> (Any?, String?) { (message.body, nil) }
}
