// What WebKit's own tests hold navigations and windows to, where no other test here does.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomSandbox
import TransomTestSupport
import XCTest

@testable import WebKit

@MainActor
private final class HeldDialog: NSObject, WKUIDelegate {
    var release: (() -> Void)?
    func webView(
        _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo,
        completionHandler: @escaping () -> Void
    ) { release = completionHandler }
}

@MainActor
final class NavigationBehaviourTests: XCTestCase {
    private func web() throws -> TestWeb {
        try TestWeb(pages: [
            "shop.example/a": .html("<title>A</title><a id=hop href='/hop'>hop</a>"),
            "shop.example/b": .html("<title>B</title>"),
            "shop.example/hop": .redirect(to: "https://pay.example/landed"),
            "pay.example/landed": .html("<title>landed</title>"),
            "shop.example/form": .html(
                "<title>form</title><form id=f method=post action='/sent'><input name=a value=b></form>"),
            "shop.example/sent": .redirect(to: "/b"),
            "shop.example/frames": .html(
                "<title>frames</title><iframe src='/gone'></iframe><iframe src='https://pay.example/landed'></iframe>"),
        ])
    }

    private func opened(_ web: TestWeb, _ page: String) async throws -> (WKWebView, NavigationLog) {
        let view = web.view()
        let log = NavigationLog()
        view.navigationDelegate = log
        view.load("https://shop.example/\(page)")
        try await eventually { log.calls.last == "finish" }
        return (view, log)
    }

    func testReloadingIsAskedWithItsTypeAndTheCurrentPage() async throws {
        let web = try web()
        let (view, log) = try await opened(web, "a")
        view.reload()
        try await eventually { log.events.filter { $0 == "finish" }.count == 2 }
        let action = try XCTUnwrap(log.actions.last)
        XCTAssertEqual(action.navigationType, .reload)
        XCTAssertEqual(action.request.url?.path, "/a")
        XCTAssertEqual(action.targetFrame?.request.url?.path, "/a")
        XCTAssertTrue(action.targetFrame?.webView === view)
        XCTAssertEqual(action.targetFrame?.isMainFrame, true)
    }

    func testACancelledStepBackLeavesThePageAndALaterOneWorks() async throws {
        let web = try web()
        let (view, log) = try await opened(web, "a")
        view.load("https://shop.example/b")
        try await eventually { view.title == "B" && log.calls.last == "finish" }
        log.decide = { $0.navigationType == .backForward ? .cancel : .allow }
        view.goBack()
        try await eventually { log.actions.last?.navigationType == .backForward && !view.isLoading }
        XCTAssertEqual(log.actions.last?.request.url?.path, "/a")
        XCTAssertEqual(log.actions.last?.targetFrame?.request.url?.path, "/b")
        let title = try await view.evaluateJavaScript("document.title") as? String
        XCTAssertEqual(title, "B")
        log.decide = { _ in .allow }
        view.goBack()
        try await eventually { view.title == "A" }
    }

    func testALinkThatRedirectsIsDecidedTwiceAsALink() async throws {
        let web = try web()
        let (view, log) = try await opened(web, "a")
        _ = try await view.evaluateJavaScript("document.getElementById('hop').click(); 0")
        try await eventually { view.title == "landed" }
        let actions = log.actions.suffix(2)
        XCTAssertEqual(actions.map(\.navigationType), [.linkActivated, .linkActivated])
        XCTAssertEqual(
            actions.compactMap(\.request.url?.absoluteString),
            ["https://shop.example/hop", "https://pay.example/landed"])
        XCTAssertTrue(actions.allSatisfy { $0.sourceFrame.securityOrigin.host == "shop.example" })
        XCTAssertTrue(actions.allSatisfy { $0.targetFrame?.isMainFrame == true })
    }

    func testAFormThatRedirectsIsDecidedTwiceAsAForm() async throws {
        let web = try web()
        let (view, log) = try await opened(web, "form")
        _ = try await view.evaluateJavaScript("document.getElementById('f').submit(); 0")
        try await eventually { view.title == "B" }
        let actions = log.actions.suffix(2)
        XCTAssertEqual(actions.map(\.navigationType), [.formSubmitted, .formSubmitted])
        XCTAssertEqual(actions.map(\.request.httpMethod), ["POST", "GET"])
    }

    func testFramesNeverBringTheMainFramesCalls() async throws {
        let web = try web()
        let (view, log) = try await opened(web, "frames")
        XCTAssertEqual(log.events, ["start", "commit", "finish"])
        _ = try await view.evaluateJavaScript("document.querySelector('iframe').src = 'https://nowhere.example/'; 0")
        try await eventually { log.calls.contains("decide frame https://nowhere.example/") }
        _ = try await view.evaluateJavaScript("0")
        XCTAssertEqual(log.events, ["start", "commit", "finish"])
        XCTAssertEqual(log.errors, [])
    }

    func testADocumentThatThePopupsOpenerWritesHasTheOpenersURL() async throws {
        let web = try web()
        let popups = OpenedWindows()
        let (view, _) = try await opened(web, "a")
        view.uiDelegate = popups
        _ = try await view.evaluateJavaScript(
            "const w = open(''); w.document.open(); w.document.write('<p>'); w.document.close(); 0")
        try await eventually { popups.opened.first?.url?.absoluteString == "https://shop.example/a" }
    }

    func testASecondLinkToANamedWindowIsTheExistingWindows() async throws {
        let web = try web()
        let popups = OpenedWindows()
        let popupLog = NavigationLog()
        popups.navigationDelegate = popupLog
        let (view, _) = try await opened(web, "a")
        view.uiDelegate = popups
        _ = try await view.evaluateJavaScript(
            "const a = document.createElement('a'); a.target = 'B'; a.href = '/b'; document.body.append(a); a.click(); 0"
        )
        try await eventually { popups.opened.count == 1 && popupLog.calls.contains("finish") }
        _ = try await view.evaluateJavaScript(
            "document.querySelector('a[target=B]').href = '/form'; "
                + "document.querySelector('a[target=B]').click(); 0")
        try await eventually { popups.opened.first?.title == "form" }
        XCTAssertEqual(popups.opened.count, 1)
        XCTAssertTrue(popupLog.actions.last?.targetFrame?.webView === popups.opened.first)
    }

    func testALoadWaitsForADialogThatIsHeldAndCanBeStopped() async throws {
        let web = try TestWeb(pages: ["shop.example/": .html("<script>alert('wait')</script><title>after</title>")])
        let held = HeldDialog()
        let view = web.view()
        view.uiDelegate = held
        view.load("https://shop.example/")
        try await eventually { held.release != nil }
        XCTAssertTrue(view.isLoading)
        held.release?()
        try await eventually { view.title == "after" && !view.isLoading }
        held.release = nil
        view.reload()
        try await eventually { held.release != nil }
        view.stopLoading()
        held.release?()
        try await eventually { !view.isLoading }
    }

    func testLeavingAPageThatAsksBeforeIsNotAsked() async throws {
        let web = try web()
        let (view, log) = try await opened(web, "a")
        _ = try await view.evaluateJavaScript("addEventListener('beforeunload', (e) => e.preventDefault()); 0")
        view.load("https://shop.example/b")
        try await eventually { view.title == "B" && log.calls.last == "finish" }
    }
}
