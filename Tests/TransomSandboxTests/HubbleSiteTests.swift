// The far end of the gift-card store, asked for its pages and forms.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import TransomSandbox
import XCTest

@MainActor
final class HubbleSiteTests: XCTestCase {
    private static let pages = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Resources/web_dist/sandbox/hubble").path

    private func ask(
        _ url: String, method: String = "GET", body: String = "", play: SandboxPlay? = nil,
        type: String = "application/x-www-form-urlencoded"
    ) throws -> SandboxResponse {
        let parts = try XCTUnwrap(URLComponents(string: url))
        let origin = try Origin("https://" + XCTUnwrap(parts.host))
        return try HubbleSite(folder: Self.pages, play: play).respond(
            to: SandboxRequest(
                origin: origin, method: method, path: parts.percentEncodedPath, query: parts.percentEncodedQuery,
                headers: [(name: "content-type", value: type)], body: Data(body.utf8)))
    }

    private func text(_ response: SandboxResponse) -> String { String(decoding: response.body, as: UTF8.self) }

    func testEveryDocumentedRouteIsThereAtBothAddresses() async throws {
        let routes = [
            "/", "/buy/uber", "/search", "/transactions", "/transactions/order_S4NDB0X7K2", "/coin-transactions",
            "/help",
            "/checkout", "/payment/status", "/payment/success", "/payment/failed",
        ]
        for route in routes {
            for base in ["https://vouchers.myhubble.money/sdk/gc", "https://sdk.myhubble.money"] {
                let response = try ask(base + route)
                XCTAssertEqual(response.status, 200, base + route)
                XCTAssertTrue(text(response).contains("SANDBOX"), base + route)
            }
        }
        XCTAssertEqual(try ask("https://vouchers.myhubble.money/sdk/gc").status, 200)
    }

    func testOtherAddressesAreNotFound() async throws {
        for url in [
            "https://vouchers.myhubble.money/", "https://vouchers.myhubble.money/sdk/gcx/",
            "https://vouchers.myhubble.money/sdk/gc/admin", "https://vouchers.myhubble.money/sdk/gc/buy",
            "https://vouchers.myhubble.money/sdk/gc/buy/a/b", "https://vouchers.myhubble.money/assets/../player.js",
            "https://vouchers.myhubble.money/assets/gateway.js", "https://sdk.myhubble.money/sdk/gc/",
            "https://api.razorpay.com/", "https://api.razorpay.com/assets/store.js", "https://acs.bank.example/",
            "https://evil.example/",
        ] {
            XCTAssertEqual(try ask(url).status, 404, url)
        }
    }

    func testAPageHoldsNoScriptOrStyleOfItsOwnAndSaysSo() async throws {
        for url in [
            "https://vouchers.myhubble.money/sdk/gc/", "https://api.razorpay.com/v1/checkout",
            "https://acs.bank.example/3ds",
        ] {
            let response = try ask(url, play: SandboxPlay("purchase"))
            let policy = try XCTUnwrap(response.headers.first { $0.name == "Content-Security-Policy" }?.value)
            XCTAssertTrue(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self'; "), policy)
            XCTAssertFalse(policy.contains("unsafe"), policy)
            let page = text(response)
            XCTAssertNil(page.range(of: #"<script(?![^>]*\ssrc=")"#, options: .regularExpression), url)
            XCTAssertNil(page.range(of: #"<style|\sstyle=|\son[a-z]+="#, options: .regularExpression), url)
        }
    }

    func testWhatAPageLoadsIsThere() async throws {
        for url in [
            "https://vouchers.myhubble.money/sdk/gc/", "https://sdk.myhubble.money/",
            "https://api.razorpay.com/v1/checkout", "https://acs.bank.example/3ds",
        ] {
            let page = text(try ask(url, play: SandboxPlay("purchase")))
            let origin = try XCTUnwrap(URL(string: url)?.host)
            let expression = try NSRegularExpression(pattern: #"(?:src|href)="(/[^"]+)""#)
            let found = expression.matches(in: page, range: NSRange(page.startIndex..., in: page)).map {
                String(page[Range($0.range(at: 1), in: page) ?? page.startIndex..<page.startIndex])
            }
            XCTAssertEqual(found.count, 3, page)
            for path in found {
                let response = try ask("https://\(origin)\(path)")
                XCTAssertEqual(response.status, 200, path)
                XCTAssertFalse(response.body.isEmpty, path)
            }
        }
    }

    func testAPageLearnsOfAPlayFromTheServerAlone() async throws {
        let url = "https://vouchers.myhubble.money/sdk/gc/?data-play=purchase&play=purchase"
        XCTAssertFalse(text(try ask(url)).contains("data-play"))
        let played = text(try ask(url, play: SandboxPlay("fail", pace: .milliseconds(40), staysOpen: true)))
        XCTAssertTrue(
            played.contains(
                "<script src=\"/__sandbox__/player.js\" data-play=\"fail\" data-pace=\"40\" data-stay=\"true\" defer></script>"
            ),
            played)
        XCTAssertThrowsError(try ask(url, play: SandboxPlay("purchase\"><script>"))) {
            XCTAssertEqual(
                $0 as? SandboxError, .unknownPlay("purchase\"><script>", possible: HubbleSite.plays))
        }
    }

    func testAPostedFormGoesOnToThePageThatReadsIt() async throws {
        let toGateway = try ask(
            "https://api.razorpay.com/v1/checkout/embedded", method: "POST", body: "order_id=order_1&name=A+B%26C")
        XCTAssertEqual(toGateway.status, 303)
        XCTAssertEqual(
            toGateway.headers.first { $0.name == "Location" }?.value, "/v1/checkout?order_id=order_1&name=A+B%26C")
        let back = try ask(
            "https://vouchers.myhubble.money/sdk/gc/payment/callback", method: "POST", body: "razorpay_payment_id=pay_1"
        )
        XCTAssertEqual(
            back.headers.first { $0.name == "Location" }?.value, "/sdk/gc/payment/status?razorpay_payment_id=pay_1")
        let other = try ask("https://sdk.myhubble.money/payment/callback", method: "POST", body: "a=b")
        XCTAssertEqual(other.headers.first { $0.name == "Location" }?.value, "/payment/status?a=b")
    }

    func testWhatIsNoFormIsRefused() async throws {
        let url = "https://vouchers.myhubble.money/sdk/gc/payment/callback"
        XCTAssertEqual(try ask(url).status, 405)
        XCTAssertEqual(try ask(url, method: "POST", body: "{}", type: "application/json").status, 415)
        XCTAssertEqual(try ask(url, method: "POST", body: "a=b\r\nX-Injected: 1").status, 400)
        XCTAssertEqual(try ask(url, method: "POST", body: "a=b#c").status, 400)
        XCTAssertEqual(try ask(url, method: "POST", body: String(repeating: "a", count: 4097)).status, 400)
        XCTAssertEqual(try ask("https://vouchers.myhubble.money/sdk/gc/", method: "POST").status, 405)
        XCTAssertEqual(try ask("https://vouchers.myhubble.money/assets/store.js", method: "PUT").status, 405)
    }

    func testThePlayerKnowsEveryPlay() async throws {
        let player = text(try ask("https://vouchers.myhubble.money/__sandbox__/player.js"))
        for play in HubbleSite.plays {
            XCTAssertNotNil(
                player.range(of: #"\n\s+"?\#(play)"?: \{"#, options: .regularExpression),
                play)
        }
        XCTAssertNil(player.range(of: #"\n\s+"?purchases"?: \{"#, options: .regularExpression))
    }

    func testTheCatalogueHasTheStoreAndNothingForOtherPages() async throws {
        let resources = String(Self.pages.dropLast("/web_dist/sandbox/hubble".count))
        let sites = try SandboxCatalogue.sites(of: "hubble", resources: resources, play: nil)
        XCTAssertEqual(
            sites.flatMap(\.origins).map(\.description),
            [
                "https://acs.bank.example", "https://api.razorpay.com", "https://sdk.myhubble.money",
                "https://vouchers.myhubble.money",
            ])
        XCTAssertTrue(try SandboxCatalogue.sites(of: "page", resources: resources, play: nil).isEmpty)
    }

    func testAFolderWithoutThePagesIsSaidAtOnce() async {
        XCTAssertThrowsError(try HubbleSite(folder: Self.pages + "/missing")) {
            XCTAssertEqual($0 as? SandboxError, .noFolder(Self.pages + "/missing"))
        }
    }
}
