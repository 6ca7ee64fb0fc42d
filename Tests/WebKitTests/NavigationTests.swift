// How loads go, and what their delegate is told.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import TransomCore
import TransomSandbox
import TransomTestSupport
import XCTest

@testable import WebKit

@MainActor
final class NavigationTests: XCTestCase {
    func testALoadIsToldInOrderWithOneNavigation() async throws {
        let web = try TestWeb(pages: ["shop.example/": .html("<title>Shop</title>")])
        let view = web.view()
        let log = NavigationLog()
        view.navigationDelegate = log
        let navigation = view.load("https://shop.example/")
        XCTAssertNotNil(navigation)
        try await eventually { log.calls.last == "finish" }
        XCTAssertEqual(
            log.calls,
            ["decide main https://shop.example/", "start", "decide response main", "commit", "finish"])
        XCTAssertTrue(log.navigations.allSatisfy { $0 === navigation })
        XCTAssertEqual(view.url?.absoluteString, "https://shop.example/")
        // These come by messages of their own.
        try await eventually("title and progress") { view.title == "Shop" && view.estimatedProgress == 1 }
        let response = try XCTUnwrap(log.responses[0].response as? HTTPURLResponse)
        XCTAssertEqual(response.statusCode, 200)
        XCTAssertEqual(response.mimeType, "text/html")
        XCTAssertTrue(log.responses[0].canShowMIMEType)
    }

    func testEachHopOfARedirectIsDecidedAndTold() async throws {
        let web = try TestWeb(pages: [
            "shop.example/": .redirect(to: "https://pay.example/a"), "pay.example/a": .redirect(to: "/b"),
            "pay.example/b": .html("<p>b"),
        ])
        let view = web.view()
        let log = NavigationLog()
        view.navigationDelegate = log
        let navigation = view.load("https://shop.example/")
        try await eventually { log.calls.last == "finish" }
        XCTAssertEqual(
            log.calls,
            [
                "decide main https://shop.example/", "start", "decide main https://pay.example/a", "redirect",
                "decide main https://pay.example/b", "redirect", "decide response main", "commit", "finish",
            ])
        XCTAssertTrue(log.navigations.allSatisfy { $0 === navigation })
        XCTAssertEqual(log.actions.map(\.isRedirect), [false, true, true])
    }

    func testARefusedHopIsNotAskedForAtItsServer() async throws {
        let web = try TestWeb(pages: ["shop.example/": .redirect(to: "https://evil.example/take")])
        let view = web.view()
        let log = NavigationLog()
        log.decide = { $0.request.url?.host == "evil.example" ? .cancel : .allow }
        view.navigationDelegate = log
        view.load("https://shop.example/")
        try await eventually { log.events.last == "fail provisional" }
        XCTAssertFalse(web.requests.contains { $0.origin.host == "evil.example" })
        XCTAssertEqual(log.events, ["start", "fail provisional"])
    }

    func testACancelledNavigationIsFollowedByNothing() async throws {
        let web = try TestWeb(pages: ["shop.example/": .html("<p>a"), "shop.example/b": .html("<p>b")])
        let view = web.view()
        let log = NavigationLog()
        view.navigationDelegate = log
        view.load("https://shop.example/")
        try await eventually { log.calls.last == "finish" }
        let before = log.events.count
        log.decide = { _ in .cancel }
        view.load("https://shop.example/b")
        XCTAssertTrue(view.isLoading)
        try await eventually { !view.isLoading }
        _ = try await view.evaluateJavaScript("location.href = '/b'; 0")
        try await eventually { log.actions.count == 3 }
        _ = try await view.evaluateJavaScript("0")
        XCTAssertEqual(log.events.count, before)
        XCTAssertEqual(view.url?.absoluteString, "https://shop.example/")
        XCTAssertFalse(web.requests.contains { $0.path == "/b" })
    }

    func testFailuresBeforeAPageHaveApplesDomainsAndCodes() async throws {
        let web = try TestWeb(pages: [:])
        let view = web.view()
        let log = NavigationLog()
        view.navigationDelegate = log
        for (url, code) in [
            // The sandbox closes the connection to whatever it does not serve.
            ("https://nowhere.example/", NSURLErrorNetworkConnectionLost),
            ("gopher://shop.example/", NSURLErrorUnsupportedURL), ("nonsense:x", NSURLErrorUnsupportedURL),
        ] {
            let count = log.errors.count
            let navigation = view.load(url)
            try await eventually(url) { log.errors.count == count + 1 }
            let error = try XCTUnwrap(log.errors.last)
            XCTAssertEqual(error.domain, NSURLErrorDomain, url)
            XCTAssertEqual(error.code, code, "\(url) \(error)")
            XCTAssertEqual((error.userInfo[NSURLErrorFailingURLErrorKey] as? URL)?.absoluteString, url)
            XCTAssertTrue(log.lastNavigation === navigation, url)
            try await eventually { !view.isLoading }
        }
        XCTAssertFalse(log.events.contains { ["commit", "finish", "fail"].contains($0) }, "\(log.events)")
    }

    func testAnUntrustedCertificateIsAFailureOfItsOwnKind() async throws {
        let web = try TestWeb(pages: ["shop.example/": .html("<p>")])
        let other = try TestWeb(pages: [:])
        // Another run's store trusts another certificate for the same host.
        other.store.setProxy(web.proxyURI)
        let view = other.view()
        let log = NavigationLog()
        view.navigationDelegate = log
        view.load("https://shop.example/")
        try await eventually { log.errors.count == 1 }
        XCTAssertEqual(log.errors[0].domain, NSURLErrorDomain)
        XCTAssertTrue(
            [NSURLErrorServerCertificateHasUnknownRoot, NSURLErrorServerCertificateUntrusted].contains(
                log.errors[0].code))
        XCTAssertEqual(web.requests.count, 0)
    }

    func testAnErrorPageOfAServerIsAPage() async throws {
        let web = try TestWeb(pages: [:])
        let view = web.view()
        let log = NavigationLog()
        view.navigationDelegate = log
        view.load("https://shop.example/missing")
        try await eventually { log.calls.last == "finish" }
        XCTAssertEqual((log.responses[0].response as? HTTPURLResponse)?.statusCode, 404)
        XCTAssertEqual(log.errors, [])
    }

    func testALaterLoadReplacesAnEarlierOne() async throws {
        let web = try TestWeb(pages: [
            "shop.example/slow": .html("<p>slow").delayed(by: .seconds(60)), "shop.example/fast": .html("<p>fast"),
        ])
        let view = web.view()
        let log = NavigationLog()
        view.navigationDelegate = log
        let slow = view.load("https://shop.example/slow")
        try await eventually { web.requests.contains { $0.path == "/slow" } }
        let fast = view.load("https://shop.example/fast")
        XCTAssertFalse(slow === fast)
        try await eventually { log.calls.last == "finish" }
        XCTAssertEqual(log.events, ["start", "fail provisional", "start", "commit", "finish"])
        XCTAssertEqual(log.errors.map(\.code), [NSURLErrorCancelled])
        XCTAssertTrue(log.navigations[1] === slow)
        XCTAssertTrue(log.lastNavigation === fast)
        XCTAssertEqual(view.url?.absoluteString, "https://shop.example/fast")
    }

    func testStoppingEndsALoad() async throws {
        let web = try TestWeb(pages: ["shop.example/slow": .html("<p>slow").delayed(by: .seconds(60))])
        let view = web.view()
        let log = NavigationLog()
        view.navigationDelegate = log
        view.load("https://shop.example/slow")
        try await eventually { web.requests.count == 1 }
        XCTAssertTrue(view.isLoading)
        view.stopLoading()
        try await eventually { !view.isLoading && log.errors.count == 1 }
        XCTAssertEqual(log.errors.map(\.code), [NSURLErrorCancelled])
        view.load("https://shop.example/slow")
        view.stopLoading()
        XCTAssertFalse(view.isLoading)
    }

    func testIsLoadingIsTrueFromTheCallOn() async throws {
        let web = try TestWeb(pages: ["shop.example/": .html("<p>a")])
        let view = web.view()
        XCTAssertFalse(view.isLoading)
        view.load("https://shop.example/")
        XCTAssertTrue(view.isLoading)
        try await eventually { !view.isLoading }
        view.reload()
        XCTAssertTrue(view.isLoading)
        try await eventually { !view.isLoading }
    }

    func testANavigationInsideItsDocumentEndsWithoutAWord() async throws {
        let web = try TestWeb(pages: ["shop.example/": .html("<p id=a>a"), "shop.example/b": .html("<p>b")])
        let view = web.view()
        let log = NavigationLog()
        view.navigationDelegate = log
        view.load("https://shop.example/")
        try await eventually { log.calls.last == "finish" }
        view.load("https://shop.example/#a")
        try await eventually("a fragment ends the load") { !view.isLoading }
        XCTAssertEqual(view.url?.absoluteString, "https://shop.example/#a")
        _ = try await view.evaluateJavaScript("history.pushState(0, '', '/pushed'); 0")
        try await eventually { view.canGoBack }
        view.goBack()
        try await eventually("a step in the same document ends") { !view.isLoading }
        try await eventually { view.url?.absoluteString == "https://shop.example/#a" }
        XCTAssertEqual(log.events, ["start", "commit", "finish"])
        // The next navigation is the page's own and is not taken for one of those.
        _ = try await view.evaluateJavaScript("location.href = '/b'; 0")
        try await eventually { view.url?.absoluteString == "https://shop.example/b" && log.calls.last == "finish" }
        XCTAssertEqual(log.events, ["start", "commit", "finish", "start", "commit", "finish"])
    }

    func testGoingBackAndForwardAndReloading() async throws {
        let web = try TestWeb(pages: ["shop.example/a": .html("<p>a"), "shop.example/b": .html("<p>b")])
        let view = web.view()
        let log = NavigationLog()
        view.navigationDelegate = log
        XCTAssertNil(view.goBack())
        XCTAssertNil(view.goForward())
        for page in ["a", "b"] {
            view.load("https://shop.example/\(page)")
            try await eventually { !view.isLoading }
        }
        XCTAssertTrue(view.canGoBack)
        XCTAssertFalse(view.canGoForward)
        let back = view.goBack()
        XCTAssertNotNil(back)
        try await eventually { !view.isLoading && view.url?.path == "/a" && log.calls.last == "finish" }
        XCTAssertTrue(log.lastNavigation === back)
        XCTAssertEqual(log.actions.last?.navigationType, .backForward)
        let forward = view.goForward()
        try await eventually { !view.isLoading && view.url?.path == "/b" && log.calls.last == "finish" }
        XCTAssertTrue(log.lastNavigation === forward)
        let again = view.reload()
        try await eventually { log.lastNavigation === again && log.calls.last == "finish" }
        XCTAssertEqual(log.actions.last?.navigationType, .reload)
        let fresh = view.reloadFromOrigin()
        try await eventually { log.lastNavigation === fresh && log.calls.last == "finish" }
    }

    func testAFrameElementsNavigationIsItsFrames() async throws {
        let web = try TestWeb(pages: [
            "shop.example/": .html("<iframe src='https://pay.example/child'></iframe>"),
            "pay.example/child": .html("<p>child"),
        ])
        let view = web.view()
        let log = NavigationLog()
        view.navigationDelegate = log
        view.load("https://shop.example/")
        try await eventually { log.calls.last == "finish" }
        XCTAssertTrue(log.calls.contains("decide frame https://pay.example/child"))
        XCTAssertTrue(log.calls.contains("decide response frame"))
        XCTAssertEqual(log.events, ["start", "commit", "finish"])
        XCTAssertEqual(log.actions.last?.sourceFrame.securityOrigin.host, "shop.example")
    }

    func testAFrameThatIsRefusedHurtsNothing() async throws {
        let web = try TestWeb(pages: [
            "shop.example/": .html(
                "<iframe src='https://evil.example/'></iframe><iframe srcdoc='<p>inline'></iframe><iframe></iframe>")
        ])
        let view = web.view()
        let log = NavigationLog()
        log.decide = {
            $0.targetFrame?.isMainFrame == false && $0.request.url?.host == "evil.example" ? .cancel : .allow
        }
        view.navigationDelegate = log
        view.load("https://shop.example/")
        try await eventually { log.calls.last == "finish" }
        XCTAssertFalse(web.requests.contains { $0.origin.host == "evil.example" })
        XCTAssertEqual(log.errors, [])
    }

    func testAPageCannotHaveItsMainFrameTakenForAFrameElement() async throws {
        let web = try TestWeb(pages: [
            "shop.example/": .script(
                "setTimeout(() => { location.href = 'https://evil.example/' }, 0)",
                body: "<iframe src='https://evil.example/' loading=lazy style='margin-top: 99999px'></iframe>"),
            "evil.example/": .html("<p>evil"),
        ])
        let view = web.view()
        let log = NavigationLog()
        // A policy that lets frames show anything, and the main frame only the shop.
        log.decide = {
            $0.targetFrame?.isMainFrame == false || $0.request.url?.host == "shop.example" ? .allow : .cancel
        }
        view.navigationDelegate = log
        view.load("https://shop.example/")
        try await eventually("the refusal") {
            log.calls.contains("decide main https://evil.example/") && log.events.last != "start"
        }
        _ = try await view.evaluateJavaScript("0")
        XCTAssertEqual(view.url?.host, "shop.example")
        XCTAssertFalse(log.events.dropFirst(2).contains("commit"), "\(log.calls)")
    }

    func testTheUserAgentIsTheApps() async throws {
        let web = try TestWeb(pages: ["shop.example/": .html("<p>a")])
        let configuration = web.configuration()
        configuration.applicationNameForUserAgent = "Shop/1.0"
        let view = WKWebView(frame: .zero, configuration: configuration)
        func agent() async throws -> String {
            let count = web.requests.count
            view.load("https://shop.example/")
            try await eventually { web.requests.count > count && !view.isLoading }
            let sent = web.requests.last?.header("User-Agent")
            let seen = try await view.evaluateJavaScript("navigator.userAgent") as? String
            XCTAssertEqual(sent, seen)
            return sent ?? ""
        }
        let own = try await agent()
        XCTAssertTrue(own.hasSuffix(" Shop/1.0"), own)
        view.customUserAgent = "Custom/2.0"
        let custom = try await agent()
        XCTAssertEqual(custom, "Custom/2.0")
        view.customUserAgent = nil
        let again = try await agent()
        XCTAssertEqual(again, own)
        view.customUserAgent = ""
        let empty = try await agent()
        XCTAssertEqual(empty, own)
    }

    func testHeadersOfARequestTravel() async throws {
        let web = try TestWeb(pages: ["shop.example/": .html("<p>a")])
        let view = web.view()
        var request = URLRequest(url: try XCTUnwrap(URL(string: "https://shop.example/")))
        request.setValue("yes", forHTTPHeaderField: "X-Kiosk")
        view.load(request)
        try await eventually { web.requests.count == 1 }
        XCTAssertEqual(web.requests[0].header("X-Kiosk"), "yes")
    }

    func testAKilledWebProcessIsToldAndAReloadShowsThePageAgain() async throws {
        let recorder = MessageRecorder()
        let web = try TestWeb(pages: ["shop.example/": .script("bridge.postMessage('here')")])
        let view = web.view(recorder)
        let log = NavigationLog()
        view.navigationDelegate = log
        view.load("https://shop.example/")
        try await eventually { recorder.texts == ["here"] && log.calls.last == "finish" }
        view.terminateWebProcess()
        try await eventually { log.calls.last == "terminated" }
        XCTAssertEqual(DocumentRegistry.count(of: view), 0)
        view.load("https://shop.example/")
        try await eventually { recorder.texts == ["here", "here"] }
        XCTAssertEqual(speaker(recorder.messages[1]), "https://shop.example main")
        XCTAssertTrue(view.isStamped)
    }
}
