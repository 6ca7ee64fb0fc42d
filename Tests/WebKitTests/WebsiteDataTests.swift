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
