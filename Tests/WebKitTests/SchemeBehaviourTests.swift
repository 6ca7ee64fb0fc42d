// What WebKit's own tests hold custom schemes to, where no other test here does.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import TransomSandbox
import TransomTestSupport
import XCTest

@testable import WebKit

@MainActor
final class SchemeBehaviourTests: XCTestCase {
    private func opened(_ handler: SpySchemeHandler) async throws -> WKWebView {
        handler.answers["shop/"] = handler.answers["shop/"] ?? { $0.answer("<title>Shop</title>") }
        let view = handler.view()
        view.load("shop://shop/")
        try await eventually("the page") { view.title == "Shop" && !view.isLoading }
        return view
    }

    private func text(_ view: WKWebView, _ body: String) async throws -> String? {
        try await view.callAsyncJavaScript(body, contentWorld: .page) as? String
    }

    func testAResponseWithoutATypeIsNoPageAndItsTaskIsStopped() async throws {
        let handler = SpySchemeHandler([
            "shop/untyped": { task in
                guard let url = task.request.url else { return }
                task.didReceive(
                    URLResponse(url: url, mimeType: nil, expectedContentLength: -1, textEncodingName: nil))
                task.didReceive(Data([0, 1, 2, 3]))
            }
        ])
        let view = try await opened(handler)
        view.load("shop://shop/untyped")
        try await eventually { handler.stops == ["shop/untyped"] && !view.isLoading }
        let title = try await view.evaluateJavaScript("document.title") as? String
        XCTAssertEqual(title, "Shop")
        XCTAssertEqual(view.url?.absoluteString, "shop://shop/")
    }

    func testARequestThatTheScriptWaitsForGetsItsTextOrAnError() async throws {
        let view = try await opened(
            SpySchemeHandler([
                "shop/text": { $0.answer("text", type: "text/plain") },
                "shop/error": { $0.didFailWithError(URLError(.networkConnectionLost)) },
            ]))
        let seen = try await text(
            view,
            """
            const get = (path) => { const r = new XMLHttpRequest(); r.open('GET', path, false);
                try { r.send(); return r.responseText } catch (error) { return error.name } };
            return get('/text') + ',' + get('/error');
            """)
        XCTAssertEqual(seen, "text,NetworkError")
    }

    func testARequestThatTheScriptWaitsForIsStoppedWithItsView() async throws {
        let handler = SpySchemeHandler()
        let view = try await opened(handler)
        view.evaluateJavaScript(
            "const r = new XMLHttpRequest(); r.open('GET', '/never', false); r.send(); 0", completionHandler: nil)
        try await eventually { handler.task("shop/never") != nil }
        view.stopLoading()
        try await eventually { handler.stops == ["shop/never"] }
    }

    func testAnImageOfAnotherHostTaintsACanvasAndAResourceMayBeForItsOwnHostAlone() async throws {
        let image = "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>"
        let view = try await opened(
            SpySchemeHandler([
                "other/a.svg": { $0.answer(image, type: "image/svg+xml") },
                "shop/a.svg": { $0.answer(image, type: "image/svg+xml") },
                "other/own.svg": {
                    $0.answer(image, type: "image/svg+xml", headers: ["Cross-Origin-Resource-Policy": "same-origin"])
                },
            ]))
        let seen = try await text(
            view,
            """
            const load = (src) => new Promise((done) => { const i = new Image(); i.onload = () => done(i);
                i.onerror = () => done(null); i.src = src; });
            const read = async (src) => { const i = await load(src); if (!i) return 'blocked';
                const c = document.createElement('canvas'); c.width = c.height = 1; c.getContext('2d').drawImage(i, 0, 0);
                try { c.toDataURL(); return 'read' } catch (error) { return error.name } };
            return [await read('/a.svg'), await read('shop://other/a.svg'), await read('shop://other/own.svg')].join();
            """)
        // A difference: iOS holds resources of its schemes to their Cross-Origin-Resource-Policy.
        XCTAssertEqual(seen, "read,SecurityError,SecurityError")
    }

    func testURLsOfTheSchemeHaveAnOriginInScripts() async throws {
        let view = try await opened(SpySchemeHandler())
        let seen = try await text(
            view, "return [new URL('shop://host:123/path').origin, new URL('unknown-scheme://host/').origin].join()")
        XCTAssertEqual(seen, "shop://host:123,null")
    }

    func testAModulesRequestSaysItsOrigin() async throws {
        let handler = SpySchemeHandler([
            "shop/": { $0.answer("<script type=module src='/m.js'></script>") },
            "shop/m.js": { $0.answer("document.title = 'Shop'", type: "text/javascript") },
        ])
        _ = try await opened(handler)
        XCTAssertEqual(handler.task("shop/m.js")?.request.value(forHTTPHeaderField: "Origin"), "shop://shop")
    }

    func testARedirectOfTheNetworkLeadsToTheHandler() async throws {
        let web = try TestWeb(pages: [
            "shop.example/301": SandboxResponse(
                status: 301, headers: [("Location", "shop://shop/landed")], body: Data()),
            "shop.example/302": .redirect(to: "shop://shop/landed"),
        ])
        let handler = SpySchemeHandler(["shop/landed": { $0.answer("<title>landed</title>") }])
        let view = handler.view(store: web.store)
        let log = NavigationLog()
        view.navigationDelegate = log
        for page in ["301", "302"] {
            let count = log.calls.count
            let navigation = view.load("https://shop.example/\(page)")
            try await eventually("the page behind \(page)") { log.calls.count > count && log.calls.last == "finish" }
            XCTAssertEqual(
                log.calls.dropFirst(count),
                [
                    "decide main https://shop.example/\(page)", "start", "decide main shop://shop/landed", "redirect",
                    "decide response main", "commit", "finish",
                ])
            XCTAssertTrue(log.lastNavigation === navigation)
            XCTAssertEqual(view.url?.absoluteString, "shop://shop/landed")
            XCTAssertFalse(view.isLoading)
        }
        XCTAssertEqual(handler.asked, ["GET shop/landed", "GET shop/landed"])
        XCTAssertEqual(log.errors, [])
    }

    func testARefusedRedirectToASchemeAsksNoHandler() async throws {
        let web = try TestWeb(pages: ["shop.example/": .redirect(to: "shop://shop/landed")])
        let handler = SpySchemeHandler(["shop/landed": { $0.answer("<title>landed</title>") }])
        let view = handler.view(store: web.store)
        let log = NavigationLog()
        log.decide = { $0.request.url?.scheme == "shop" ? .cancel : .allow }
        view.navigationDelegate = log
        view.load("https://shop.example/")
        try await eventually { log.events.last == "fail provisional" && !view.isLoading }
        XCTAssertEqual(handler.tasks.count, 0)
        withExtendedLifetime(web) {}
    }
}
