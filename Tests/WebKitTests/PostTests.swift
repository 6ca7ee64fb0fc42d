// Requests with a body that the app loads.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import TransomSandbox
import TransomTestSupport
import WebKit
import XCTest

@MainActor
final class PostTests: XCTestCase {
    private let log = NavigationLog()

    private func web() throws -> TestWeb {
        try TestWeb(pages: [
            "shop.example/a": SandboxResponse(
                headers: [("Content-Type", "text/html"), ("Set-Cookie", "a=1; Secure")],
                body: Data("<title>A</title>".utf8)),
            "shop.example/a?0": .html("<title>A</title>"), "shop.example/a?1": .html("<title>A</title>"),
            "shop.example/sent": .html("<title>sent</title>"),
            "shop.example/hop": .redirect(to: "https://pay.example/landed"),
            "pay.example/landed": .html("<title>landed</title>"),
        ])
    }

    private func request(
        _ path: String, _ body: Data? = Data("a=b".utf8), _ headers: [String: String] = [:], method: String = "POST",
        host: String = "shop.example"
    ) throws -> URLRequest {
        var request = URLRequest(url: try XCTUnwrap(URL(string: "https://\(host)/\(path)")))
        request.httpMethod = method
        request.httpBody = body
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        return request
    }

    /// A view that shows a first page.
    private func opened(_ web: TestWeb) async throws -> WKWebView {
        let view = web.view()
        view.navigationDelegate = log
        view.load("https://shop.example/a")
        try await eventually { view.title == "A" && self.log.calls.last == "finish" }
        return view
    }

    private func titled(_ title: String, _ view: WKWebView) async throws {
        try await eventually("the page \(title)") { view.title == title && self.log.calls.last == "finish" }
    }

    func testABodyIsSentAsItIsWithItsHeaders() async throws {
        let web = try web()
        let view = try await opened(web)
        let first = view.backForwardList.currentItem
        let body = Data("{\"a\": \"é\\u0000\"}".utf8) + Data([0, 255, 13, 10])
        let headers = ["Content-Type": "application/json", "X-Shop": "1", "Authorization": "Bearer x"]
        let posted = try request("sent", body, headers)
        let navigation = view.load(posted)
        XCTAssertTrue(view.isLoading)
        try await titled("sent", view)
        let sent = try XCTUnwrap(web.requests.last)
        XCTAssertEqual(sent.method, "POST")
        XCTAssertEqual(sent.body, body)
        for (name, value) in headers { XCTAssertEqual(sent.header(name), value, name) }
        XCTAssertEqual(sent.header("Cookie"), "a=1")
        XCTAssertEqual(web.requests.map(\.path), ["/a", "/sent"])
        XCTAssertEqual(log.events.suffix(3), ["start", "commit", "finish"])
        XCTAssertTrue(log.lastNavigation === navigation)
        let action = try XCTUnwrap(log.actions.last)
        XCTAssertEqual(log.actions.count, 2)
        XCTAssertEqual(action.navigationType, .other)
        XCTAssertEqual(action.request.httpMethod, "POST")
        XCTAssertEqual(action.request.httpBody, body)
        XCTAssertEqual(action.request.value(forHTTPHeaderField: "X-Shop"), "1")
        XCTAssertEqual(action.targetFrame?.isMainFrame, true)
        // The history is that of any load, with the same objects for the same pages.
        XCTAssertTrue(view.backForwardList.backItem === first)
        XCTAssertFalse(view.canGoForward)
        view.goBack()
        try await titled("A", view)
        XCTAssertTrue(view.backForwardList.currentItem === first)
        XCTAssertEqual(view.backForwardList.forwardItem?.url.path, "/sent")
    }

    func testTheFirstPageOfAViewMayBePosted() async throws {
        let web = try web()
        let view = web.view()
        view.navigationDelegate = log
        view.load(try request("sent", Data("a=b&c=%20".utf8), ["X-Shop": "first"]))
        try await titled("sent", view)
        let sent = try XCTUnwrap(web.requests.last)
        XCTAssertEqual(sent.body, Data("a=b&c=%20".utf8))
        XCTAssertEqual(sent.header("Content-Type"), "application/x-www-form-urlencoded")
        XCTAssertEqual(sent.header("X-Shop"), "first")
        XCTAssertEqual(view.backForwardList.backList.count, 0)
        // The same again, and without a body.
        for body in [Data("again".utf8), nil] {
            view.load(try request("sent", body))
            try await eventually { web.requests.last?.body == body ?? Data() && !view.isLoading }
            XCTAssertEqual(web.requests.last?.method, "POST")
            XCTAssertNil(web.requests.last?.header("X-Shop"))
        }
        XCTAssertEqual(web.requests.count, 3)
    }

    func testABigBodyArrivesWhole() async throws {
        let web = try web()
        let view = web.view()
        view.navigationDelegate = log
        let body = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        view.load(try request("sent", body, ["Content-Type": "application/octet-stream"]))
        try await titled("sent", view)
        XCTAssertEqual(web.requests.last?.body, body)
    }

    func testARedirectIsFollowedByGetAndDecided() async throws {
        let web = try web()
        let view = try await opened(web)
        view.load(try request("hop"))
        try await titled("landed", view)
        XCTAssertEqual(log.actions.suffix(2).map(\.request.httpMethod), ["POST", "GET"])
        XCTAssertEqual(log.actions.suffix(2).map(\.navigationType), [.other, .other])
        XCTAssertEqual(log.events.suffix(4), ["start", "redirect", "commit", "finish"])
    }

    func testACancelledOneSendsNothingAndLeavesThePageAndTheHistory() async throws {
        let web = try web()
        let view = try await opened(web)
        log.decide = { $0.request.httpMethod == "POST" ? .cancel : .allow }
        view.load(try request("sent"))
        try await eventually { self.log.actions.count == 2 && !view.isLoading }
        XCTAssertEqual(web.requests.map(\.path), ["/a"])
        XCTAssertFalse(view.canGoForward)
        XCTAssertEqual(view.url?.path, "/a")
        let alive = try await view.evaluateJavaScript("document.title") as? String
        XCTAssertEqual(alive, "A")
    }

    func testAFailedOneLeavesThePageAndTheHistory() async throws {
        let web = try web()
        let view = try await opened(web)
        let navigation = view.load(try request("sent", host: "nowhere.example"))
        try await eventually { self.log.events.last == "fail provisional" }
        XCTAssertTrue(log.lastNavigation === navigation)
        XCTAssertEqual(log.errors.last?.code, NSURLErrorUnknown)
        XCTAssertFalse(view.canGoForward)
        XCTAssertEqual(view.url?.path, "/a")
        XCTAssertEqual(view.backForwardList.currentItem?.url.path, "/a")
        view.load(try request("sent"))
        XCTAssertEqual(view.backForwardList.currentItem?.url.path, "/a", "at the load")
        view.stopLoading()
        XCTAssertEqual(view.backForwardList.currentItem?.url.path, "/a", "stopped")
        XCTAssertFalse(view.isLoading)
        XCTAssertFalse(view.canGoForward)
        // What comes after it is as ever.
        view.load(try request("sent"))
        try await titled("sent", view)
        XCTAssertEqual(view.backForwardList.backList.map(\.url.absoluteString), ["https://shop.example/a"])
        XCTAssertEqual(web.requests.map(\.path), ["/a", "/sent"])
        XCTAssertEqual(log.events.filter { $0 == "fail provisional" }.count, 1, "\(log.calls)")
    }

    func testARequestWhoseAnswerIsLostIsNotSentTwice() async throws {
        let web = try web()
        web.pages["shop.example/lost"] = SandboxResponse(
            status: 303, headers: [("Location", "https://nowhere.example/")], body: Data())
        let view = try await opened(web)
        view.load(try request("lost"))
        try await eventually { self.log.events.last == "fail provisional" }
        // What comes after it has gone through the same web process.
        for page in 0..<2 {
            _ = try await view.evaluateJavaScript("\(page)")
            view.load("https://shop.example/a?\(page)")
            try await eventually { web.requests.last?.query == "\(page)" && self.log.calls.last == "finish" }
        }
        XCTAssertEqual(web.requests.filter { $0.path == "/lost" }.count, 1)
    }

    func testHeadersAreForTheRequestAlone() async throws {
        let web = try web()
        let view = try await opened(web)
        view.load(try request("sent", Data("a".utf8), ["X-Shop": "1"]))
        try await titled("sent", view)
        _ = try await view.callAsyncJavaScript(
            "await fetch('/sent', {method: 'POST', body: 'page'})", contentWorld: .page)
        XCTAssertEqual(web.requests.last?.body, Data("page".utf8))
        XCTAssertNil(web.requests.last?.header("X-Shop"))
    }

    func testASchemesHandlerGetsTheBody() async throws {
        let handler = SpySchemeHandler(["shop/sent": { $0.answer("<title>sent</title>") }])
        let view = handler.view()
        view.navigationDelegate = log
        var request = URLRequest(url: try XCTUnwrap(URL(string: "shop://shop/sent")))
        request.httpMethod = "POST"
        request.httpBody = Data("a=b".utf8)
        view.load(request)
        try await titled("sent", view)
        XCTAssertEqual(handler.asked, ["POST shop/sent"])
        XCTAssertEqual(handler.task("shop/sent")?.request.httpBody, Data("a=b".utf8))
    }

    func testWhatCannotBeSentFailsInsteadOfBeingSentAsSomethingElse() async throws {
        let web = try web()
        let view = try await opened(web)
        var streamed = try request("sent", nil)
        streamed.httpBodyStream = InputStream(data: Data("a".utf8))
        for request in [try request("sent", method: "PUT"), try request("sent", method: "GET"), streamed] {
            let count = log.errors.count
            let navigation = view.load(request)
            try await eventually { self.log.errors.count == count + 1 }
            XCTAssertTrue(log.lastNavigation === navigation)
            XCTAssertEqual(log.errors.last?.domain, WKErrorDomain)
            XCTAssertEqual(log.errors.last?.code, WKError.unknown.rawValue)
            XCTAssertFalse(log.errors.last?.localizedDescription.isEmpty ?? true)
        }
        XCTAssertEqual(web.requests.map(\.path), ["/a"])
        XCTAssertEqual(view.url?.path, "/a")
        XCTAssertFalse(view.isLoading)
    }
}
