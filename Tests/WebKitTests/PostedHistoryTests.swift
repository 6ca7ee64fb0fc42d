// Histories that a request with a body is added to.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import TransomSandbox
import TransomTestSupport
import XCTest

@testable import WebKit

@MainActor
final class PostedHistoryTests: XCTestCase {
    private func posted(_ headers: [String: String] = [:]) throws -> PostedRequest {
        let url = try XCTUnwrap(URL(string: "https://shop.example"))
        var request = URLRequest(url: url)
        request.httpMethod = "post"
        request.httpBody = Data("a=b".utf8)
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        return try PostedRequest(request, to: url)
    }

    func testAHistoryOfAnotherFormIsLeftAlone() async throws {
        let web = try TestWeb(pages: ["shop.example/": .html("<p>")])
        let view = web.view()
        view.load("https://shop.example/")
        try await eventually { !view.isLoading && view.backForwardList.currentItem != nil }
        let history = try XCTUnwrap(view.sessionData())
        let added = try XCTUnwrap(PostedHistory.adding(try posted(), to: history, number: 1))
        XCTAssertTrue(added.hasCurrent)
        XCTAssertGreaterThan(added.state.count, history.count)
        let twice = try XCTUnwrap(PostedHistory.adding(try posted(), to: added.state, number: 3))
        XCTAssertEqual(twice.state.count, added.state.count, "what is after the current page goes")
        var other = history
        other[other.startIndex] = 3
        for bad in [Data(), Data([1, 2, 3]), history.prefix(history.count / 2), other] {
            XCTAssertNil(PostedHistory.adding(try posted(), to: Data(bad), number: 1)?.state)
        }
        let empty = try XCTUnwrap(WKWebView.offline().sessionData())
        XCTAssertEqual(PostedHistory.adding(try posted(), to: empty, number: 1)?.hasCurrent, false)
        withExtendedLifetime(web) {}
    }

    func testARequestsHeadersAreSorted() async throws {
        let request = try posted([
            "content-type": "text/plain", "Referer": "https://pay.example/", "X-Shop": "1", "Content-Length": "99",
        ])
        XCTAssertEqual(request.url, "https://shop.example/")
        XCTAssertEqual(request.contentType, "text/plain")
        XCTAssertEqual(request.referrer, "https://pay.example/")
        XCTAssertEqual(request.headers.map(\.name), ["X-Shop"])
    }
}
