// The far end of a Google Pay payment, asked without a browser.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import XCTest

@testable import TransomSandbox

@MainActor
final class GooglePaySiteTests: XCTestCase {
    private func site(_ play: SandboxPlay? = nil) throws -> GooglePaySite {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let folder = root.appending(path: "Resources/web_dist/sandbox/googlepay").path(percentEncoded: false)
        return try GooglePaySite(folder: folder, play: play)
    }

    private func respond(_ url: String, method: String = "GET", play: SandboxPlay? = nil) throws -> SandboxResponse {
        let parts = ParsedURL(url)
        let path = try XCTUnwrap(URL(string: url)?.path)
        let request = SandboxRequest(origin: try XCTUnwrap(parts.origin), method: method, path: path)
        return try site(play).respond(to: request)
    }

    private let pages = [
        "https://shop.merchant.example/", "https://pay.google.com/gp/p/loading", "https://pay.google.com/gp/p/ui/pay",
        "https://pay.google.com/gp/p/ui/payframe", "https://accounts.google.com/v3/signin/identifier",
        "https://payments.google.com/gp/w/u/0/buyflow2", "https://acs.issuer.example/3ds",
        "https://acs.issuer.example/help",
    ]

    private func header(_ name: String, of response: SandboxResponse) -> String {
        response.headers.first { $0.name == name }?.value ?? ""
    }

    func testEveryPartyServesItsPagesWithTheirScriptsAndStyles() async throws {
        for url in pages {
            let response = try respond(url)
            XCTAssertEqual(response.status, 200, url)
            let text = String(decoding: response.body, as: UTF8.self)
            XCTAssertTrue(text.contains("SANDBOX"), url)
            XCTAssertFalse(text.contains("data-play"), url)
            XCTAssertEqual(header("Cross-Origin-Opener-Policy", of: response), "")
            let origin = try XCTUnwrap(ParsedURL(url).origin)
            for match in text.matches(of: #/"(/assets/[a-z]+\.(js|css))"/#) {
                XCTAssertEqual(try respond("\(origin)\(match.output.1)").status, 200, "\(origin)\(match.output.1)")
            }
        }
    }

    func testTheVendorsScriptIsAtItsAddressAlone() async throws {
        let response = try respond("https://pay.google.com/gp/p/js/pay.js")
        XCTAssertEqual(response.status, 200)
        XCTAssertTrue(header("Content-Type", of: response).hasPrefix("text/javascript"))
        for url in [
            "https://shop.merchant.example/gp/p/js/pay.js", "https://payments.google.com/gp/p/js/pay.js",
            "https://pay.google.com/scripts/pay.js", "https://pay.google.com/assets/shop.js",
            "https://pay.google.com/assets/../scripts/pay.js", "https://shop.merchant.example/gp/p/ui/pay",
            "https://accounts.google.com/", "https://elsewhere.example/",
        ] {
            XCTAssertEqual(try respond(url).status, 404, url)
        }
    }

    func testOnlyTheMerchantFramesTheHiddenFrameAndOnlyTheVendorTheSheet() async throws {
        let expected = [
            "https://pay.google.com/gp/p/ui/payframe": "frame-ancestors https:",
            "https://payments.google.com/gp/w/u/0/buyflow2": "frame-ancestors https://pay.google.com",
        ]
        for url in pages {
            let policy = try header("Content-Security-Policy", of: respond(url))
            XCTAssertTrue(policy.hasPrefix("default-src 'none'; "), policy)
            XCTAssertTrue(policy.hasSuffix(expected[url] ?? "frame-ancestors 'none'"), policy)
            XCTAssertEqual(policy.components(separatedBy: "script-src").count, 2, policy)
        }
    }

    func testAPlayIsWrittenIntoEveryPageButTheHiddenFrame() async throws {
        for url in pages {
            let text = String(decoding: try respond(url, play: SandboxPlay("3ds", pace: .zero)).body, as: UTF8.self)
            XCTAssertEqual(text.contains("data-play=\"3ds\""), !url.hasSuffix("/payframe"), url)
            let origin = try XCTUnwrap(ParsedURL(url).origin)
            XCTAssertEqual(try respond("\(origin)/__sandbox__/player.js").status, 200)
        }
    }

    func testAnUnknownPlayAndAPostAreRefused() async throws {
        XCTAssertThrowsError(try site(SandboxPlay("purchase"))) {
            XCTAssertEqual($0 as? SandboxError, .unknownPlay("purchase", possible: GooglePaySite.plays))
        }
        XCTAssertEqual(try respond("https://pay.google.com/gp/p/ui/pay", method: "POST").status, 405)
    }
}
