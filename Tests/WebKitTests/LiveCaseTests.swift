// The navigation cases in a real page: what the engine asks about is what the cases say.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import TransomSandbox
import TransomTestSupport
import XCTest

@testable import WebKit

@MainActor
final class LiveCaseTests: XCTestCase {
    private struct Row: Decodable {
        let id: String
        let url: String
        let href: String?
        let allow: [String]
        let from: NavigationTarget
        let expectCanonical: NavigationOutcome?
    }

    private func rows() throws -> [Row] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "TransomCoreTests/Cases")
        return try JSONDecoder().decode([Row].self, from: Data(contentsOf: folder.appending(path: "url-policy.json")))
    }

    func testUP01EachCaseIsAskedAboutInTheSpellingThatItIsDecidedIn() async throws {
        let web = try TestWeb(pages: ["shop.example/": .html("<p>shop")])
        let view = web.view()
        let log = NavigationLog()
        view.navigationDelegate = log
        view.load("https://shop.example/")
        try await eventually { log.calls.last == "finish" }
        log.decide = { _ in .cancel }
        let rows = try rows()
        let spelled = try await view.callAsyncJavaScript(
            "return urls.map((url) => { try { return new URL(url).href } catch { return null } })",
            arguments: ["urls": rows.map(\.url)], contentWorld: .page)
        let hrefs = try XCTUnwrap(spelled as? [Any])
        for (row, href) in zip(rows, hrefs) {
            XCTAssertEqual(href as? String, row.href, "\(row.id): the engine reads the URL as another one")
        }
        var asked = 0
        for row in rows {
            guard let href = row.href, href.utf8.count < 100_000 else { continue }
            let before = log.actions.count
            _ = try await view.callAsyncJavaScript(
                "location.href = url", arguments: ["url": href], contentWorld: .page)
            // What the engine never loads it refuses without asking.
            for _ in 0..<40 where log.actions.count == before { _ = try await view.evaluateJavaScript("0") }
            guard log.actions.count > before, let url = log.actions.last?.engineURL else {
                XCTAssertNotEqual(row.expectCanonical, .inside, "\(row.id) is not asked about")
                continue
            }
            asked += 1
            XCTAssertEqual(url, href, row.id)
            guard let expected = row.expectCanonical else { continue }
            let policy = NavigationPolicy(
                allow: try row.allow.map { try OriginRule($0, profile: .test) },
                outsideSchemes: NavigationPolicy.commonOutsideSchemes)
            let decision = policy.decide(NavigationRequest(url: url, from: row.from, spelling: .canonical))
            XCTAssertEqual(decision.outcome, expected, row.id)
        }
        XCTAssertGreaterThan(asked, 100)
        XCTAssertEqual(view.url?.absoluteString, "https://shop.example/")
        XCTAssertEqual(log.events, ["start", "commit", "finish"])
    }
}
