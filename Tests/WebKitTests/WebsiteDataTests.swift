// What websites keep, and how it goes.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import TransomSandbox
import TransomTestSupport
import XCTest

@testable import WebKit

@MainActor
private final class CookieCounter: NSObject, WKHTTPCookieStoreObserver {
    private(set) var changes = 0
    func cookiesDidChange(in cookieStore: WKHTTPCookieStore) { changes += 1 }
}

@MainActor
final class WebsiteDataTests: XCTestCase {
    private func cookie(
        _ name: String, _ value: String = "1", domain: String = "shop.example", path: String = "/",
        _ more: [HTTPCookiePropertyKey: Any] = [:]
    ) throws -> HTTPCookie {
        let base: [HTTPCookiePropertyKey: Any] = [.name: name, .value: value, .domain: domain, .path: path]
        return try XCTUnwrap(HTTPCookie(properties: base.merging(more) { $1 }))
    }

    func testCookiesComeBackAsTheyWereSet() async throws {
        let store = WKWebsiteDataStore.nonPersistent().httpCookieStore
        let date = Date(timeIntervalSince1970: 4_000_000_000)
        await store.setCookie(try cookie("session", "a b"))
        await store.setCookie(try cookie("kept", "2", path: "/pay", [.expires: date, .secure: "TRUE"]))
        let cookies = await store.allCookies().sorted { $0.name < $1.name }
        XCTAssertEqual(cookies.map(\.name), ["kept", "session"])
        XCTAssertEqual(cookies.map(\.domain), ["shop.example", "shop.example"])
        XCTAssertEqual(cookies.map(\.path), ["/pay", "/"])
        XCTAssertEqual(cookies.map(\.isSecure), [true, false])
        XCTAssertEqual(cookies.map(\.isSessionOnly), [false, true])
        XCTAssertEqual(cookies[0].expiresDate, date)
        await store.deleteCookie(cookies[0])
        let rest = await store.allCookies()
        XCTAssertEqual(rest.map(\.name), ["session"])
    }

    func testAPagesCookiesAreSeenThoseForHTTPAloneToo() async throws {
        let web = try TestWeb()
        web.pages["shop.example/"] = SandboxResponse(
            headers: [
                ("Content-Type", "text/html"), ("Set-Cookie", "secret=1; HttpOnly; Secure; SameSite=Strict"),
                ("Set-Cookie", "open=2"),
            ], body: Data("<title>Shop</title>".utf8))
        let view = web.view()
        view.load("https://shop.example/")
        try await eventually { view.title == "Shop" && !view.isLoading }
        let cookies = await web.store.httpCookieStore.allCookies().sorted { $0.name < $1.name }
        XCTAssertEqual(cookies.map(\.name), ["open", "secret"])
        XCTAssertEqual(cookies.map(\.isHTTPOnly), [false, true])
        let seen = try await view.evaluateJavaScript("document.cookie") as? String
        XCTAssertEqual(seen, "open=2")
        // Set again, a cookie for http alone stays one, with a new value.
        let other = WKWebsiteDataStore.nonPersistent().httpCookieStore
        for cookie in cookies { await other.setCookie(cookie) }
        let copies = await other.allCookies().sorted { $0.name < $1.name }
        XCTAssertEqual(copies.map(\.isHTTPOnly), [false, true])
        XCTAssertEqual(copies.map(\.value), ["2", "1"])
    }

    func testACookieThatTheAppSetReachesTheServer() async throws {
        let web = try TestWeb(pages: ["shop.example/": .html("<title>Shop</title>")])
        await web.store.httpCookieStore.setCookie(try cookie("app", "1"))
        let view = web.view()
        view.load("https://shop.example/")
        try await eventually { view.title == "Shop" }
        XCTAssertEqual(web.requests.first?.header("Cookie"), "app=1")
    }

    func testObserversAreToldOncePerChangeAndNotKept() async throws {
        let store = WKWebsiteDataStore.nonPersistent().httpCookieStore
        let first = CookieCounter()
        var second: CookieCounter? = CookieCounter()
        weak let weakSecond = second
        store.add(first)
        store.add(first)
        if let second { store.add(second) }
        await store.setCookies([try cookie("a"), try cookie("b")])
        try await eventually { first.changes == 2 && weakSecond?.changes == 2 }
        second = nil
        XCTAssertNil(weakSecond)
        await store.deleteCookie(try cookie("a"))
        try await eventually { first.changes == 3 }
        store.remove(first)
        await store.setCookie(try cookie("c"))
        let names = await store.allCookies().map(\.name).sorted()
        XCTAssertEqual(names, ["b", "c"])
        XCTAssertEqual(first.changes, 3)
    }

    func testACookieForHTTPAloneIsReplacedByOneOfItsKindOnly() async throws {
        let web = try TestWeb()
        func answer(_ cookie: String) -> SandboxResponse {
            SandboxResponse(
                headers: [("Content-Type", "text/html"), ("Set-Cookie", cookie)],
                body: Data("<title>\(cookie)</title>".utf8))
        }
        web.pages["shop.example/1"] = answer("a=1; HttpOnly")
        web.pages["shop.example/2"] = answer("a=2; HttpOnly")
        let view = web.view()
        for number in ["1", "2"] {
            view.load("https://shop.example/\(number)")
            try await eventually { view.title == "a=\(number); HttpOnly" && !view.isLoading }
        }
        _ = try await view.evaluateJavaScript("document.cookie = 'a=page'; document.cookie = 'a=; Max-Age=0'; 0")
        let cookies = await web.store.httpCookieStore.allCookies()
        XCTAssertEqual(cookies.map(\.value), ["2"])
        XCTAssertEqual(cookies.map(\.isHTTPOnly), [true])
    }

    func testThePolicyForCookiesCanBeSet() async throws {
        let store = WKWebsiteDataStore.nonPersistent().httpCookieStore
        await store.setCookiePolicy(.disallow)
        let none = await store.cookiePolicy
        XCTAssertEqual(none, .disallow)
        await store.setCookiePolicy(.allow)
        let all = await store.cookiePolicy
        XCTAssertEqual(all, .allow)
    }

    /// A view whose page has kept something of three kinds.
    private func used(_ web: TestWeb) async throws -> WKWebView {
        web.pages["shop.example/"] = SandboxResponse(
            headers: [("Content-Type", "text/html"), ("Set-Cookie", "a=1; Max-Age=1000")],
            body: Data("<title>Shop</title>".utf8))
        let view = web.view()
        view.load("https://shop.example/")
        try await eventually { view.title == "Shop" && !view.isLoading }
        _ = try await view.callAsyncJavaScript(
            """
            localStorage.a = 1;
            await new Promise(done => {
                const open = indexedDB.open('db');
                open.onupgradeneeded = () => open.result.createObjectStore('s');
                open.onsuccess = () => { open.result.close(); done(); };
            });
            """, arguments: [:], contentWorld: .page)
        return view
    }

    private static let kinds: Set<String> = [
        WKWebsiteDataTypeCookies, WKWebsiteDataTypeLocalStorage, WKWebsiteDataTypeIndexedDBDatabases,
    ]

    private func kinds(_ store: WKWebsiteDataStore) async -> Set<String> {
        let records = await store.dataRecords(ofTypes: Self.kinds)
        return Set(records.flatMap(\.dataTypes)).intersection(Self.kinds)
    }

    func testRecordsSayWhatADomainKeeps() async throws {
        let web = try TestWeb()
        let view = try await used(web)
        try await eventually { await self.kinds(web.store) == Self.kinds }
        let records = await web.store.dataRecords(ofTypes: Self.kinds)
        XCTAssertEqual(Set(records.map(\.displayName)), ["shop.example"])
        let cookies = await web.store.dataRecords(ofTypes: [WKWebsiteDataTypeCookies])
        XCTAssertEqual(cookies.map(\.dataTypes), [[WKWebsiteDataTypeCookies]])
        let none = await web.store.dataRecords(ofTypes: [])
        XCTAssertEqual(none.count, 0)
        XCTAssertNotNil(view)
    }

    func testAStorageOfTheSessionIsListedWhileItsViewLives() async throws {
        let web = try TestWeb(pages: ["shop.example/": .html("<title>Shop</title>")])
        let kinds: Set<String> = [WKWebsiteDataTypeLocalStorage, WKWebsiteDataTypeSessionStorage]
        let view = web.view()
        view.load("https://shop.example/")
        try await eventually { view.title == "Shop" && !view.isLoading }
        _ = try await view.evaluateJavaScript("localStorage.a = 1; sessionStorage.a = 1; 0")
        try await eventually("both kinds") {
            let records = await web.store.dataRecords(ofTypes: kinds)
            return records.map(\.displayName) == ["shop.example"] && records.first?.dataTypes == kinds
        }
        await web.store.removeData(ofTypes: WKWebsiteDataStore.allWebsiteDataTypes(), modifiedSince: .distantPast)
        try await eventually("nothing") { await web.store.dataRecords(ofTypes: kinds).isEmpty }
        XCTAssertNotNil(view)
    }

    func testDataGoesByTypeByRecordAndByDate() async throws {
        let web = try TestWeb()
        let view = try await used(web)
        try await eventually { await self.kinds(web.store) == Self.kinds }
        let begin = Date(timeIntervalSinceNow: -3_600)
        await web.store.removeData(ofTypes: Self.kinds, modifiedSince: Date(timeIntervalSinceNow: 3_600))
        let untouched = await kinds(web.store)
        XCTAssertEqual(untouched, Self.kinds, "nothing was kept in the future")
        await web.store.removeData(ofTypes: [WKWebsiteDataTypeLocalStorage], modifiedSince: begin)
        try await eventually { await !self.kinds(web.store).contains(WKWebsiteDataTypeLocalStorage) }
        let records = await web.store.dataRecords(ofTypes: Self.kinds)
        await web.store.removeData(ofTypes: [WKWebsiteDataTypeCookies], for: records)
        try await eventually { await self.kinds(web.store) == [WKWebsiteDataTypeIndexedDBDatabases] }
        XCTAssertNotNil(view)
    }

    func testEverythingOfACustomerGoesInOneCall() async throws {
        let web = try TestWeb()
        do {
            let view = try await used(web)
            try await eventually { await self.kinds(web.store) == Self.kinds }
            view.close()
        }
        await web.store.removeEverything()
        try await eventually("nothing to be kept") {
            await web.store.dataRecords(ofTypes: WKWebsiteDataStore.allWebsiteDataTypes()).isEmpty
        }
        let cookies = await web.store.httpCookieStore.allCookies()
        XCTAssertEqual(cookies, [])
    }

    func testAnIdentifiedStoreIsKeptApartAndRemoved() async throws {
        let identifier = UUID()
        var store: WKWebsiteDataStore? = WKWebsiteDataStore(forIdentifier: identifier)
        XCTAssertEqual(store?.identifier, identifier)
        XCTAssertEqual(store?.isPersistent, true)
        var same: WKWebsiteDataStore? = WKWebsiteDataStore(forIdentifier: identifier)
        XCTAssertTrue(store?.context === same?.context)
        await store?.httpCookieStore.setCookie(
            try cookie("kept", "1", [.expires: Date(timeIntervalSinceNow: 10_000)]))
        let seen = await same?.httpCookieStore.allCookies().map(\.name)
        XCTAssertEqual(seen, ["kept"])
        let listed = await WKWebsiteDataStore.allDataStoreIdentifiers
        XCTAssertTrue(listed.contains(identifier))
        do {
            try await WKWebsiteDataStore.remove(forIdentifier: identifier)
            XCTFail("a store in use was removed")
        } catch {
            XCTAssertEqual(error.localizedDescription, "Data store is in use")
        }
        weak let context = store?.context
        store = nil
        same = nil
        try await eventually { context == nil }
        try await WKWebsiteDataStore.remove(forIdentifier: identifier)
        let rest = await WKWebsiteDataStore.allDataStoreIdentifiers
        XCTAssertFalse(rest.contains(identifier))
    }
}

extension WebsiteDataTests {
    private func shown(_ web: TestWeb, _ origin: String) async throws -> WKWebView {
        let view = web.view()
        view.load(origin + "/")
        try await eventually { view.url?.absoluteString == origin + "/" && !view.isLoading }
        return view
    }

    func testDataOfOneStoreGoesIntoAnother() async throws {
        let web = try TestWeb(pages: [
            "shop.example/": SandboxResponse(
                headers: [
                    ("Content-Type", "text/html"), ("Set-Cookie", "secret=1; HttpOnly; Secure; SameSite=Strict"),
                    ("Set-Cookie", "kept=2; Max-Age=1000"),
                ], body: Data("<title>Shop</title>".utf8)),
            "pay.example/": .html("<title>Pay</title>"),
        ])
        for origin in ["https://shop.example", "https://pay.example"] {
            let view = try await shown(web, origin)
            _ = try await view.evaluateJavaScript("localStorage.setItem('a \u{2028}\"', origin + 'é'); 0")
        }
        let kinds: Set<String> = [WKWebsiteDataTypeCookies, WKWebsiteDataTypeLocalStorage]
        try await eventually {
            await web.store.dataRecords(ofTypes: [WKWebsiteDataTypeLocalStorage]).count == 2
        }
        let data = try await web.store.fetchData(of: kinds)
        let other = try TestWeb(pages: ["shop.example/": .html("<title>Shop</title>"), "pay.example/": .html("<p>")])
        try await other.store.restoreData(data)
        let cookies = await other.store.httpCookieStore.allCookies().sorted { $0.name < $1.name }
        XCTAssertEqual(cookies.map(\.name), ["kept", "secret"])
        XCTAssertEqual(cookies.map(\.isHTTPOnly), [false, true])
        XCTAssertEqual(cookies.map(\.isSessionOnly), [false, true])
        for origin in ["https://shop.example", "https://pay.example"] {
            let view = try await shown(other, origin)
            let kept = try await view.evaluateJavaScript("localStorage.getItem('a \u{2028}\"')") as? String
            XCTAssertEqual(kept, origin + "é")
        }
        XCTAssertTrue(other.requests.contains { $0.header("Cookie")?.contains("kept=2") == true })
        let again = try await other.store.fetchData(of: kinds)
        XCTAssertEqual(String(decoding: again, as: UTF8.self).contains("https://pay.example"), true)
    }

    func testDataThatCannotBeFetchedOrIsNoneIsAnError() async throws {
        let store = WKWebsiteDataStore.nonPersistent()
        do {
            _ = try await store.fetchData(of: [WKWebsiteDataTypeCookies, WKWebsiteDataTypeIndexedDBDatabases])
            XCTFail("data without the databases")
        } catch {
            XCTAssertEqual((error as? WKError)?.code, .unknown)
            XCTAssertTrue(error.localizedDescription.contains(WKWebsiteDataTypeIndexedDBDatabases))
        }
        for text in ["", "nonsense", "{}", "{\"version\": 2}", "{\"version\": 1, \"localStorage\": {\"file:///\": 1}}"]
        {
            do {
                try await store.restoreData(Data(text.utf8))
                XCTFail(text)
            } catch { XCTAssertEqual((error as? WKError)?.code, .unknown, text) }
        }
        let strange =
            "{\"version\": 1, \"localStorage\": {\"file://\": [[\"a\", \"b\"]], \"https://x/y\": [[\"a\", \"b\"]]}}"
        try await store.restoreData(Data(strange.utf8))
        let records = await store.dataRecords(ofTypes: WKWebsiteDataStore.allWebsiteDataTypes())
        XCTAssertEqual(records.count, 0)
    }

    func testAStoresProxyIsUsed() async throws {
        let web = try TestWeb(pages: ["shop.example/": .html("<title>Shop</title>")])
        let url = try XCTUnwrap(URL(string: web.proxyURI))
        let port = try XCTUnwrap(url.port.flatMap { NWEndpoint.Port(rawValue: UInt16($0)) })
        // Trusts the sandbox's certificate; the way there is the test's own.
        web.store.setProxy("http://127.0.0.1:9")
        var proxy = ProxyConfiguration(
            httpCONNECTProxy: .hostPort(host: NWEndpoint.Host(url.host ?? ""), port: port))
        proxy.excludedDomains = ["other.example"]
        web.store.proxyConfigurations = [proxy]
        XCTAssertEqual(web.store.proxyConfigurations.count, 1)
        _ = try await shown(web, "https://shop.example")
        XCTAssertEqual(web.requests.count, 1)
        var named = ProxyConfiguration(socksv5Proxy: .hostPort(host: "::1", port: 1080))
        named.applyCredential(username: "a b", password: "c@d")
        XCTAssertEqual(named.engineURI, "socks5://a%20b:c%40d@[::1]:1080")
        web.store.proxyConfigurations = []
        XCTAssertEqual(web.store.proxyConfigurations.count, 0)
    }
}
