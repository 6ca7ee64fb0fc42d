// What WebKit's own tests hold scripts, worlds and handlers to, where no other test here does.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomGLib
import TransomSandbox
import TransomTestSupport
import XCTest

@testable import WebKit

@MainActor
private final class Replier: NSObject, WKScriptMessageHandlerWithReply {
    var answer: (@escaping (Any?, String?) -> Void) -> Void = { $0(nil, nil) }
    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
        replyHandler: @escaping (Any?, String?) -> Void
    ) { answer(replyHandler) }
}

@MainActor
final class ScriptBehaviourTests: XCTestCase {
    private let shop = URL(string: "https://shop.example/")
    private let recorder = MessageRecorder()
    private let world = WKContentWorld.world(name: "behaviours")

    private func loaded(_ html: String = "<p>x", _ view: WKWebView? = nil) async throws -> WKWebView {
        let view = view ?? WKWebView.offline(recorder)
        view.loadHTMLString(html, baseURL: shop)
        try await eventually { !view.isLoading }
        return view
    }

    private func code(_ body: () async throws -> Any?) async -> WKError.Code? {
        do { return try await body() == nil ? nil : .unknown } catch { return (error as? WKError)?.code }
    }

    func testRemovingANameInTwoControllersAffectsEachOnlyForItself() async throws {
        let (one, two) = (MessageRecorder(), MessageRecorder())
        let views = [one, two].map { WKWebView.offline($0) }
        for (view, other) in zip(views, [two, one]) {
            view.configuration.userContentController.add(other, name: "second")
            _ = try await loaded("<p>", view)
            view.configuration.userContentController.removeScriptMessageHandler(forName: "second")
        }
        for view in views {
            try await eventually {
                try await view.evaluateJavaScript("typeof webkit.messageHandlers.second") as? String == "undefined"
            }
            _ = try await view.evaluateJavaScript("webkit.messageHandlers.bridge.postMessage('still'); 0")
        }
        try await eventually { one.texts == ["still"] && two.texts == ["still"] }
    }

    func testAHandlerHearsTheDocumentBeforeAndAfterANavigation() async throws {
        let view = try await loaded("<script>webkit.messageHandlers.bridge.postMessage('one')</script>")
        _ = try await loaded("<script>webkit.messageHandlers.bridge.postMessage('two')</script>", view)
        try await eventually { self.recorder.texts == ["one", "two"] }
    }

    func testRemovingAllUserScriptsEmptiesTheListWhichIsInOrder() async throws {
        let controller = WKWebView.offline().configuration.userContentController
        for (index, place) in [WKContentWorld.page, world, .defaultClient].enumerated() {
            controller.addUserScript(
                WKUserScript(
                    source: "\(index)", injectionTime: .atDocumentStart, forMainFrameOnly: true, in: place))
        }
        XCTAssertEqual(controller.userScripts.map(\.source), ["0", "1", "2"])
        controller.removeAllUserScripts()
        XCTAssertEqual(controller.userScripts, [])
    }

    func testAHandlerOfThePageIsNotThereInAnotherWorld() async throws {
        let view = try await loaded()
        let body = "return await webkit.messageHandlers.bridge.postMessage(1)"
        let other = await code { try await view.callAsyncJavaScript(body, contentWorld: .defaultClient) }
        XCTAssertEqual(other, .javaScriptExceptionOccurred)
        let controller = view.configuration.userContentController
        controller.add(recorder, contentWorld: .defaultClient, name: "bridge")
        try await eventually("the handler in that world") {
            await code { try await view.callAsyncJavaScript(body, contentWorld: .defaultClient) } == nil
        }
        controller.removeScriptMessageHandler(forName: "bridge", contentWorld: .defaultClient)
        try await eventually("no handler in that world") {
            await code { try await view.callAsyncJavaScript(body, contentWorld: .defaultClient) } != nil
        }
    }

    func testAReplyOfNothingResolvesUndefinedAndASecondIsIgnored() async throws {
        let replier = Replier()
        replier.answer = { reply in
            reply(nil, nil)
            reply("late", nil)
        }
        let view = WKWebView.offline()
        view.configuration.userContentController.addScriptMessageHandler(replier, contentWorld: .page, name: "ask")
        _ = try await loaded("<p>", view)
        let type =
            try await view.callAsyncJavaScript(
                "return typeof await webkit.messageHandlers.ask.postMessage(1)", contentWorld: .page) as? String
        XCTAssertEqual(type, "undefined")
    }

    func testAWorldLivesWithTheDocumentAndNotWithItsHandlers() async throws {
        let view = try await loaded()
        let controller = view.configuration.userContentController
        controller.add(recorder, contentWorld: world, name: "mine")
        _ = try await view.evaluateJavaScript("window.kept = 5", contentWorld: world)
        controller.removeAllScriptMessageHandlers(from: world)
        let kept = try await view.evaluateJavaScript("kept", contentWorld: world) as? Int
        XCTAssertEqual(kept, 5)
    }

    func testANodeIsNotDeliveredAndNothingArrivesAsNil() async throws {
        let view = try await loaded()
        _ = try await view.evaluateJavaScript(
            """
            for (const value of [document.body, 'abc', null, undefined, new DOMException('x'), new DOMMatrix()])
                try { webkit.messageHandlers.bridge.postMessage(value).catch(() => {}) } catch (e) {}
            webkit.messageHandlers.bridge.postMessage('end'); 0
            """)
        try await eventually { self.recorder.texts.last == "end" }
        XCTAssertEqual(recorder.bodies.count, 6)
        XCTAssertEqual(recorder.bodies[0] as? String, "abc")
        XCTAssertTrue(recorder.bodies[1] is NSNull)
        for body in recorder.bodies[2...4] { XCTAssertNil(body as? NSObject) }
    }

    func testTheTwoStandardWorldsHaveNoNameAndANamedOneIsTheSameTwice() async {
        XCTAssertNil(WKContentWorld.page.name)
        XCTAssertNil(WKContentWorld.defaultClient.name)
        XCTAssertFalse(WKContentWorld.page === WKContentWorld.defaultClient)
        XCTAssertTrue(WKContentWorld.world(name: "behaviours") === world)
        XCTAssertEqual(world.name, "behaviours")
    }

    func testContentJavaScriptOffLeavesEvaluateOn() async throws {
        let view = WKWebView.offline()
        view.configuration.defaultWebpagePreferences.allowsContentJavaScript = false
        let html =
            "<script>foo = 1</script><iframe src=\"javascript:parent.foo = 2\"></iframe><noscript><b></b></noscript>"
        _ = try await loaded(html, view)
        let off = await code { try await view.evaluateJavaScript("foo") }
        XCTAssertEqual(off, .javaScriptExceptionOccurred)
        let noscript = try await view.evaluateJavaScript("document.querySelector('b') !== null") as? Bool
        XCTAssertEqual(noscript, true)
        view.configuration.defaultWebpagePreferences.allowsContentJavaScript = true
        _ = try await loaded(html, view)
        try await eventually("the page's scripts run") { try await view.evaluateJavaScript("foo") as? Int == 2 }
    }

    func testTheSameObjectTwiceIsEqualAndBooleansAreBooleans() async throws {
        let view = try await loaded()
        let value = try await view.evaluateJavaScript("(() => { const o = {a: true}; return [o, o, true, 1] })()")
        let items = try XCTUnwrap(value as? [AnyHashable])
        XCTAssertEqual(items[0], items[1])
        XCTAssertEqual((items[0].base as? [String: Bool]), ["a": true])
        XCTAssertEqual(items[2] as? Bool, true)
        XCTAssertTrue(TaggedJSON.isBoolean(try XCTUnwrap(items[2] as? NSNumber)))
        XCTAssertFalse(TaggedJSON.isBoolean(try XCTUnwrap(items[3] as? NSNumber)))
    }

    func testAThrowingGetterLosesTheWholeValueWhereAppleDropsTheMember() async throws {
        let view = try await loaded()
        let code = await code { try await view.evaluateJavaScript("({get bad() { throw 1 }, good: 2})") }
        // A difference: the engine gives nothing at all.
        XCTAssertEqual(code, .javaScriptResultTypeIsUnsupported)
        let alive = try await view.evaluateJavaScript("1") as? Int
        XCTAssertEqual(alive, 1)
    }

    func testDeepNestingConverts() async throws {
        let view = try await loaded()
        let script = "let v = 0; for (let i = 0; i < 5000; i++) v = [v]; v"
        var value = try await view.evaluateJavaScript(script)
        var depth = 0
        while let items = value as? [Any], let first = items.first {
            value = first
            depth += 1
        }
        XCTAssertEqual(depth, 5000)
        for script in ["[window]", "({w: window})"] {
            let code = await code { try await view.evaluateJavaScript(script) }
            XCTAssertEqual(code, .javaScriptResultTypeIsUnsupported)
        }
    }

    func testANilCompletionHandlerWithAnInvalidArgumentHurtsNothing() async throws {
        let view = try await loaded()
        view.callAsyncJavaScript("return v", arguments: ["v": Data()], in: nil, in: .page)
        view.evaluateJavaScript("throw 1", completionHandler: nil)
        let alive = try await view.evaluateJavaScript("1") as? Int
        XCTAssertEqual(alive, 1)
    }

    func testAFunctionThatCanNeverSettleFailsWithTheView() async throws {
        var view: WKWebView? = try await loaded()
        let answers = Waiter()
        for body in ["await new Promise(() => {})", "await new Promise((resolve) => { window.later = resolve })"] {
            view?.callAsyncJavaScript(body, in: nil, in: .page) { result in
                if case .failure(let error as WKError) = result { answers.codes.append(error.code) }
            }
        }
        _ = try await view?.evaluateJavaScript("0")
        XCTAssertEqual(answers.codes, [])
        view = nil
        try await eventually { answers.codes.count == 2 }
        XCTAssertEqual(answers.codes, [.webViewInvalidated, .webViewInvalidated])
    }

    func testAThousandViewsMadeAndDroppedLeaveTheProcessWhereItWas() async throws {
        let configuration = WKWebView.offline().configuration
        let documents = DocumentRegistry.count
        var watches: [LeakWatch] = []
        func make(_ count: Int) {
            for _ in 0..<count {
                let view = WKWebView(frame: CGRect(x: 0, y: 0, width: 100, height: 100), configuration: configuration)
                watches.append(LeakWatch(view.view.pointer))
            }
        }
        make(20)
        try await eventually("the first views to go") { watches.allSatisfy(\.isFinalised) }
        let before = Self.openFiles
        for _ in 0..<98 {
            make(10)
            // The main loop takes what the dropped widgets leave for it.
            await Task.yield()
        }
        try await eventually("a thousand views to go") { watches.allSatisfy(\.isFinalised) }
        XCTAssertEqual(watches.count, 1000)
        XCTAssertEqual(DocumentRegistry.count, documents)
        try await eventually("the open files to be as before") { Self.openFiles <= before + 8 }
    }

    private static var openFiles: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    }
}
