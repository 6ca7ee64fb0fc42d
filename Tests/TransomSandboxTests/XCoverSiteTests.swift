// The far end of the insurance journey, asked for its pages.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import TransomSandbox
import XCTest

@MainActor
final class XCoverSiteTests: XCTestCase {
    private static let pages = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Resources/web_dist/sandbox/xcover").path
    private static let journey = Origin.literal("https://xcj.xcover.com")
    private static let documents = Origin.literal("https://documents.insurer.example")

    private func ask(
        _ path: String, at origin: Origin = XCoverSiteTests.journey, method: String = "GET", play: SandboxPlay? = nil
    ) throws -> SandboxResponse {
        try XCoverSite(folder: Self.pages, play: play).respond(
            to: SandboxRequest(origin: origin, method: method, path: path))
    }

    func testJourneysAndDocumentsAreThereAndNothingElse() async throws {
        for path in ["/acme-travel/en/", "/other_partner/zh-Hans/"] {
            XCTAssertEqual(try ask(path).status, 200, path)
        }
        for path in ["/", "/acme-travel/", "/acme-travel/en", "/acme-travel/en/x", "//en/", "/wording/travel-en"] {
            XCTAssertEqual(try ask(path).status, 404, path)
        }
        XCTAssertEqual(try ask("/wording/travel-en", at: Self.documents).status, 200)
        XCTAssertEqual(try ask("/acme-travel/en/", at: Self.documents).status, 404)
        XCTAssertEqual(try ask("/acme-travel/en/", at: .literal("https://other.example")).status, 404)
        XCTAssertEqual(try ask("/acme-travel/en/", method: "POST").status, 405)
    }

    func testEveryPageIsMarkedAndComesWithItsPolicy() async throws {
        for (path, origin) in [("/acme-travel/en/", Self.journey), ("/wording/travel-en", Self.documents)] {
            let page = try ask(path, at: origin)
            let text = String(decoding: page.body, as: UTF8.self)
            XCTAssertTrue(text.contains("SANDBOX"))
            XCTAssertFalse(text.contains("data-play"))
            XCTAssertNil(text.range(of: #"style=|onclick=|<script>"#, options: .regularExpression))
            let policy = page.headers.first { $0.name == "Content-Security-Policy" }?.value ?? ""
            XCTAssertTrue(policy.hasPrefix("default-src 'none'; script-src 'self'"), policy)
            XCTAssertFalse(policy.contains("unsafe"), policy)
        }
        let played = String(decoding: try ask("/a/en/", play: SandboxPlay("hide")).body, as: UTF8.self)
        XCTAssertTrue(played.contains(#"data-play="hide""#))
    }

    func testThePlayerKnowsEveryPlay() async throws {
        let player = String(decoding: try ask("/__sandbox__/player.js").body, as: UTF8.self)
        for play in XCoverSite.plays {
            XCTAssertNotNil(player.range(of: #"\n\s+"?\#(play)"?: \{"#, options: .regularExpression), play)
        }
        XCTAssertThrowsError(try ask("/a/en/", play: SandboxPlay("buy"))) {
            XCTAssertEqual($0 as? SandboxError, .unknownPlay("buy", possible: XCoverSite.plays))
        }
    }
}
