// What WebKit's own tests hold loads, frames and windows to, where no other test here does.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import TransomSandbox
import TransomTestSupport
import WebKit
import XCTest

@MainActor
final class LoadBehaviourTests: XCTestCase {
    private let log = NavigationLog()

    // A test's last use of them may come before the engine's.
    private var kept: [AnyObject] = []

    override func tearDown() async throws {
        kept = []
    }

    private func view(_ web: TestWeb) -> WKWebView {
        let view = web.view()
        view.navigationDelegate = log
        kept += [web, view]
        return view
    }

    private func opened(_ web: TestWeb, _ page: String = "") async throws -> WKWebView {
        let view = view(web)
        view.load("https://shop.example/\(page)")
        try await eventually { self.log.events.last == "finish" }
        return view
    }

    func testHTMLThatIsLoadedIsAskedAboutAndMayBeDenied() async throws {
        let view = WKWebView.offline()
        log.decide = { _ in .cancel }
        view.navigationDelegate = log
        view.loadHTMLString("<title>denied</title>", baseURL: URL(string: "https://shop.example/"))
        try await eventually { self.log.actions.count == 1 && !view.isLoading }
        XCTAssertEqual(log.actions[0].request.url?.absoluteString, "https://shop.example/")
        let title = try await view.evaluateJavaScript("document.title") as? String
        XCTAssertEqual(title, "")
        XCTAssertEqual(log.events, [])
    }

    func testADelegateSeesTheHeadersOfARequest() async throws {
        let web = try TestWeb(pages: [
            "shop.example/": .html("<a id=a href='/next'>x</a>"), "shop.example/next": .html(""),
        ])
        let view = view(web)
        view.customUserAgent = "Shop/1.0"
        var request = URLRequest(url: try XCTUnwrap(URL(string: "https://shop.example/")))
        request.setValue("token", forHTTPHeaderField: "X-Token")
        view.load(request)
        try await eventually { self.log.calls.last == "finish" }
        XCTAssertEqual(log.actions[0].request.value(forHTTPHeaderField: "X-Token"), "token")
        XCTAssertEqual(log.actions[0].request.value(forHTTPHeaderField: "User-Agent"), "Shop/1.0")
        XCTAssertEqual(log.actions[0].request.value(forHTTPHeaderField: "Accept")?.contains("text/html"), true)
        _ = try await view.evaluateJavaScript("document.getElementById('a').click(); 0")
        try await eventually { self.log.actions.count == 2 }
        XCTAssertNil(log.actions[1].request.value(forHTTPHeaderField: "X-Token"))
        XCTAssertEqual(log.actions[1].request.value(forHTTPHeaderField: "Referer"), "https://shop.example/")
    }

    func testTheURLIsTheRequestedOneAndAfterARedirectTheNewOne() async throws {
        let web = try TestWeb(pages: [
            "shop.example/": .redirect(to: "https://pay.example/"), "pay.example/": .html("<p>x"),
        ])
        let view = view(web)
        var seen: [String] = []
        log.onCall = { [weak view] in seen.append("\($0) \(view?.url?.host ?? "none")") }
        view.load("https://shop.example/")
        try await eventually { self.log.calls.last == "finish" }
        XCTAssertTrue(seen.contains("start shop.example"), "\(seen)")
        XCTAssertEqual(
            seen.filter { !$0.hasPrefix("decide") }.suffix(3),
            ["redirect pay.example", "commit pay.example", "finish pay.example"])
    }

    func testStoppingAPageThatHasBegunToArriveFailsIt() async throws {
        let web = try TestWeb(pages: [
            "shop.example/": .html("<p>x<img src='/slow'>"),
            "shop.example/slow": .html("").delayed(by: .seconds(60)),
        ])
        let view = view(web)
        view.load("https://shop.example/")
        try await eventually { self.log.calls.last == "commit" && web.requests.count == 2 }
        view.stopLoading()
        try await eventually { self.log.errors.count == 1 && !view.isLoading }
        XCTAssertEqual(log.events, ["start", "commit", "fail"])
        XCTAssertEqual(log.errors.map(\.code), [NSURLErrorCancelled])
    }

    func testAStepBackIsAskedAboutAlsoWhenThePageWasKept() async throws {
        let web = try TestWeb(pages: [
            "shop.example/": .html("<title>A</title>"), "shop.example/b": .html("<title>B</title>"),
        ])
        let view = try await opened(web)
        _ = try await view.evaluateJavaScript("window.kept = 7")
        view.load("https://shop.example/b")
        try await eventually { view.title == "B" && self.log.calls.last == "finish" }
        view.goBack()
        try await eventually("the page that was kept") {
            guard view.title == "A", self.log.events.count == 9 else { return false }
            return try await view.evaluateJavaScript("window.kept") as? Int == 7
        }
        let action = try XCTUnwrap(log.actions.last)
        XCTAssertEqual(action.navigationType, .backForward)
        XCTAssertEqual(action.request.url?.path, "/")
        XCTAssertEqual(action.targetFrame?.request.url?.path, "/b")
    }

    func testLoadingTurnsOnceMoreForAStepBackAndNotForAFramesLink() async throws {
        let web = try TestWeb(pages: [
            "shop.example/": .html("<title>A</title><iframe src='/frame'></iframe>"),
            "shop.example/frame": .html("<a id=a href='/inner'>x</a>"), "shop.example/inner": .html("<p id=inner>"),
            "shop.example/b": .html("<title>B</title>"),
        ])
        let view = try await opened(web)
        var changes: [Bool] = []
        let observation = view.observe(\.isLoading) { view, _ in changes.append(view.isLoading) }
        defer { observation.invalidate() }
        _ = try await view.evaluateJavaScript("frames[0].document.getElementById('a').click(); 0")
        try await eventually("the frame's page and the step to before it") {
            guard view.canGoBack else { return false }
            return try await view.evaluateJavaScript("!!frames[0].document.getElementById('inner')") as? Bool == true
        }
        XCTAssertEqual(changes, [])
        view.load("https://shop.example/b")
        try await eventually { view.title == "B" && !view.isLoading }
        XCTAssertEqual(changes, [true, false])
        view.goBack()
        try await eventually { view.title == "A" && !view.isLoading }
        XCTAssertEqual(changes, [true, false, true, false])
    }

    func testAFrameThatIsLedToAnotherProgramDoesNotStopThePage() async throws {
        let web = try TestWeb(pages: [
            "shop.example/": .html("<iframe src='/frame'></iframe><title>done</title>"),
            "shop.example/frame": .html("<script>location = 'bank://pay'</script>"),
        ])
        log.decide = { $0.request.url?.scheme == "bank" ? .cancel : .allow }
        let view = try await opened(web)
        try await eventually { self.log.calls.contains { $0.hasSuffix(" bank://pay") } }
        XCTAssertEqual(log.events, ["start", "commit", "finish"])
        XCTAssertEqual(log.errors, [])
        try await eventually { view.title == "done" }
    }

    func testALinkToAnotherProgramInASandboxedFrameIsAskedAbout() async throws {
        let link = { (target: String, name: String) in "<a id=a target=\(target) href='bank://\(name)'>x</a>" }
        let web = try TestWeb(pages: [
            "shop.example/": .html(
                "<iframe sandbox='allow-scripts allow-popups' src='/popups'></iframe>"
                    + "<iframe sandbox='allow-scripts allow-top-navigation' src='/top'></iframe>"),
            "shop.example/popups": .html(link("_blank", "popup") + "<script>onload = () => a.click()</script>"),
            "shop.example/top": .html(link("_top", "top") + "<script>onload = () => a.click()</script>"),
        ])
        let windows = OpenedWindows()
        log.decide = { $0.request.url?.scheme == "bank" ? .cancel : .allow }
        let view = view(web)
        view.configuration.preferences.javaScriptCanOpenWindowsAutomatically = true
        view.uiDelegate = windows
        view.load("https://shop.example/")
        try await eventually("both links") {
            self.log.calls.contains("decide window bank://popup")
                && self.log.calls.contains { $0.hasSuffix(" bank://top") && !$0.hasPrefix("decide window") }
        }
        XCTAssertEqual(windows.opened.count, 0)
    }

    func testAFormToANamedWindowIsTheExistingWindows() async throws {
        let web = try TestWeb(pages: [
            "shop.example/": .html(
                "<form id=f target=B action='/sent' method=post><input name=a value=b></form>"),
            "shop.example/b": .html("<title>B</title>"), "shop.example/sent": .html("<title>sent</title>"),
        ])
        let windows = OpenedWindows()
        let popupLog = NavigationLog()
        windows.navigationDelegate = popupLog
        let view = try await opened(web)
        view.uiDelegate = windows
        _ = try await view.evaluateJavaScript("open('/b', 'B'); 0")
        try await eventually { windows.opened.first?.title == "B" && popupLog.calls.last == "finish" }
        _ = try await view.evaluateJavaScript("document.getElementById('f').submit(); 0")
        try await eventually { windows.opened.first?.title == "sent" }
        XCTAssertEqual(windows.opened.count, 1)
        let action = try XCTUnwrap(popupLog.actions.last)
        XCTAssertEqual(action.navigationType, .formSubmitted)
        XCTAssertEqual(action.request.httpMethod, "POST")
        XCTAssertTrue(action.targetFrame?.webView === windows.opened.first)
    }

    func testAnItemOfTheHistoryKnowsItsURLs() async throws {
        let web = try TestWeb(pages: [
            "shop.example/": .redirect(to: "https://pay.example/"), "pay.example/": .html("<title>pay</title>"),
            "pay.example/two": .html("<p>two"),
        ])
        let view = try await opened(web)
        let item = try XCTUnwrap(view.backForwardList.currentItem)
        XCTAssertNotNil(item.title)
        XCTAssertEqual(item.url.absoluteString, "https://pay.example/")
        XCTAssertTrue(["shop.example", "pay.example"].contains(item.initialURL.host))
        view.load("https://pay.example/two")
        try await eventually { self.log.calls.filter { $0 == "finish" }.count == 2 }
        let second = try XCTUnwrap(view.backForwardList.currentItem)
        XCTAssertEqual(second.url, second.initialURL)
    }

    func testClosingAViewWhosePageAsksBeforeIsNotAsked() async throws {
        let web = try TestWeb(pages: ["shop.example/": .html("<p>x")])
        weak var gone: WKWebView?
        do {
            let view = try await opened(web)
            _ = try await view.evaluateJavaScript(
                "addEventListener('beforeunload', (e) => { e.preventDefault(); e.returnValue = 'stay' }); 0")
            gone = view
            kept = []
        }
        try await eventually { gone == nil }
    }

    func testTheFrameOfANavigationTakesScriptsWhereItIsKnown() async throws {
        let web = try TestWeb(pages: [
            "shop.example/": .html("<iframe src='https://pay.example/'></iframe>"),
            "pay.example/": .html("<script>onload = () => setTimeout(() => { location = '/two' }, 0)</script>"),
            "pay.example/two": .html("<p>two"),
        ])
        let view = try await opened(web)
        try await eventually { self.log.actions.contains { $0.request.url?.path == "/two" } }
        let own = try XCTUnwrap(log.actions.last { $0.request.url?.path == "/two" }?.targetFrame)
        try await eventually("the frame's own page") {
            try await view.evaluateJavaScript("location.pathname", in: own, contentWorld: .page) as? String == "/two"
        }
        // A difference: an element's first page is not known yet when it is asked about.
        let first = try XCTUnwrap(log.actions.first { $0.targetFrame?.isMainFrame == false }?.targetFrame)
        do {
            let place = try await view.evaluateJavaScript("location.host", in: first, contentWorld: .page) as? String
            XCTAssertEqual(place, "pay.example")
        } catch {
            XCTAssertEqual((error as? WKError)?.code, .javaScriptInvalidFrameTarget)
        }
    }

    func testAnAttachmentThatIsAllowedIsShownAsAPage() async throws {
        let web = try TestWeb()
        web.pages["shop.example/"] = SandboxResponse(
            headers: [("Content-Type", "text/html"), ("Content-Disposition", "attachment; filename=a.html")],
            body: Data("<title>before</title><script>document.title = 'ran'</script>".utf8))
        let view = try await opened(web)
        // A difference: iOS shows it in a document without scripts, and refuses the app's there.
        let title = try await view.evaluateJavaScript("document.title") as? String
        XCTAssertEqual(title, "ran")
        XCTAssertEqual(
            (log.responses.first?.response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Disposition"),
            "attachment; filename=a.html")
    }
}
