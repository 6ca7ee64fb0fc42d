// Tests of a page's cookies, as an iOS app has them.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import WebKit
import XCTest

@testable import Samples

final class SessionCookiesTests: XCTestCase {
    func testTheSessionOfAPageIsTheAppsToo() throws {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        let webView = WKWebView(frame: .zero, configuration: configuration)
        let session = SessionCookies(webView: webView, domain: "store.example")
        let changed = expectation(description: "the session's cookie")
        changed.assertForOverFulfill = false
        session.onChange = { if $0.map(\.name) == ["session"] { changed.fulfill() } }
        let store = configuration.websiteDataStore.httpCookieStore
        for domain in ["other.example", "store.example"] {
            let cookie = try XCTUnwrap(
                HTTPCookie(properties: [.name: "session", .value: "1", .domain: domain, .path: "/"]))
            store.setCookie(cookie)
        }
        wait(for: [changed], timeout: 20)
        let url = try XCTUnwrap(URL(string: "https://store.example/account"))
        XCTAssertEqual(session.request(for: url).value(forHTTPHeaderField: "Cookie"), "session=1")
        session.stop()
        let deleted = expectation(description: "the cookie is gone")
        store.deleteCookie(session.cookies[0]) { deleted.fulfill() }
        wait(for: [deleted], timeout: 20)
        XCTAssertEqual(session.cookies.count, 1)
    }
}
