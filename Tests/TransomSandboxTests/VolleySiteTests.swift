// The far end of a payment page, asked as its pages ask it.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import TransomSandbox
import XCTest

@MainActor
final class VolleySiteTests: XCTestCase {
    private static let resources = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Resources").path
    private static let pages = resources + "/web_dist/sandbox/volley"

    private func ask(
        _ site: VolleySite, _ path: String, method: String = "GET", body: String = "", query: String? = nil,
        origin: Origin = .literal("https://app.volley.nz"), type: String = "application/json"
    ) -> SandboxResponse {
        site.respond(
            to: SandboxRequest(
                origin: origin, method: method, path: path, query: query,
                headers: [(name: "content-type", value: type)], body: Data(body.utf8)))
    }

    private func json(_ response: SandboxResponse) throws -> JSONValue {
        try JSONParser.parse(String(decoding: response.body, as: UTF8.self))
    }

    func testARequestIsOpenThenPaidOnceAndForGood() async throws {
        let site = try VolleySite(folder: Self.pages, clock: ManualHostClock())
        XCTAssertEqual(try json(ask(site, "/pay/abcd/status")), ["status": "active", "expiresIn": 300])
        // Nobody can approve what no bank was asked about.
        XCTAssertEqual(ask(site, "/pay/abcd/phone", method: "POST", body: #"{"result":"approved"}"#).status, 409)
        let consent = ask(site, "/pay/abcd/consent", method: "POST", body: #"{"bank":"kauri"}"#)
        XCTAssertEqual(try json(consent), ["url": "https://bank.example/authorise?bank=kauri&consent=consent1"])
        let bank = Origin.literal("https://bank.example")
        XCTAssertEqual(
            ask(site, "/authorise/other", method: "POST", body: #"{"result":"approved"}"#, origin: bank).status, 409)
        XCTAssertEqual(
            ask(site, "/authorise/consent1", method: "POST", body: #"{"result":"approved"}"#, origin: bank).status, 200)
        let paid: JSONValue = [
            "status": "paid", "bank": "kauri", "paymentId": "payment_abcd", "expiresIn": 300,
        ]
        XCTAssertEqual(try json(ask(site, "/pay/abcd/status")), paid)
        XCTAssertEqual(
            ask(site, "/authorise/consent1", method: "POST", body: #"{"result":"declined"}"#, origin: bank).status, 409)
        XCTAssertEqual(try json(ask(site, "/pay/abcd/status")), paid)
        XCTAssertEqual(try json(ask(site, "/pay/other/status"))["status"], "active")
    }

    func testADecoupledBankHasNoPage() async throws {
        let site = try VolleySite(folder: Self.pages, clock: ManualHostClock())
        let consent = ask(site, "/pay/abcd/consent", method: "POST", body: #"{"bank":"aoraki"}"#)
        XCTAssertEqual(try json(consent), ["url": nil])
        XCTAssertEqual(ask(site, "/pay/abcd/phone", method: "POST", body: #"{"result":"declined"}"#).status, 200)
        XCTAssertEqual(try json(ask(site, "/pay/abcd/status"))["status"], "declined")
    }

    func testARequestExpiresByTheClockThatItWasGiven() async throws {
        let clock = ManualHostClock()
        let site = try VolleySite(folder: Self.pages, expiresAfter: .seconds(4), clock: clock)
        _ = ask(site, "/pay/abcd/consent", method: "POST", body: #"{"bank":"tui"}"#)
        clock.advance(by: .milliseconds(3_999))
        XCTAssertEqual(try json(ask(site, "/pay/abcd/status"))["status"], "active")
        clock.advance(by: .milliseconds(1))
        XCTAssertEqual(try json(ask(site, "/pay/abcd/status"))["status"], "expired")
        XCTAssertEqual(ask(site, "/pay/abcd/phone", method: "POST", body: #"{"result":"approved"}"#).status, 409)
        XCTAssertEqual(ask(site, "/pay/abcd/consent", method: "POST", body: #"{"bank":"tui"}"#).status, 409)
    }

    func testTheCataloguePassesTheTimeOn() async throws {
        let clock = ManualHostClock()
        let sites = try SandboxCatalogue.sites(
            of: "volley", resources: Self.resources, play: nil, parameters: ["expiresAfter": ["2.5"]], clock: clock)
        let site = try XCTUnwrap(sites.first as? VolleySite)
        _ = ask(site, "/pay/abcd/status")
        clock.advance(by: .milliseconds(2_500))
        XCTAssertEqual(try json(ask(site, "/pay/abcd/status"))["status"], "expired")
    }

    func testWhatIsNoRequestIsRefused() async throws {
        let site = try VolleySite(folder: Self.pages, clock: ManualHostClock())
        let path = "/pay/abcd/consent"
        XCTAssertEqual(ask(site, path).status, 405)
        XCTAssertEqual(ask(site, path, method: "POST", body: #"{"bank":"none"}"#).status, 409)
        for body in ["", "[]", "{}", #"{"bank":5}"#, #"{"bank":"a","bank":"b"}"#, String(repeating: " ", count: 1_025)]
        {
            XCTAssertEqual(ask(site, path, method: "POST", body: body).status, 400, body)
        }
        // A form is what a page of another origin could post.
        XCTAssertEqual(
            ask(site, path, method: "POST", body: #"{"bank":"kauri"}"#, type: "text/plain").status, 400)
        XCTAssertEqual(ask(site, "/pay/abcd/status", method: "POST").status, 405)
        for path in ["/", "/pay", "/pay/", "/pay/ab%2Fcd", "/pay/abcd/other", "/pay/abcd/status/x", "/login"] {
            XCTAssertEqual(ask(site, path).status, 404, path)
        }
        XCTAssertEqual(ask(site, "/pay/abcd", origin: .literal("https://bank.example")).status, 404)
        XCTAssertEqual(ask(site, "/pay/abcd", origin: .literal("https://other.example")).status, 404)
    }

    func testEveryPageComesWithItsPolicyAndMovesOnlyForAPlay() async throws {
        let still = try VolleySite(folder: Self.pages)
        let played = try VolleySite(folder: Self.pages, play: SandboxPlay("approve"))
        let bank = Origin.literal("https://bank.example")
        for (path, origin) in [("/pay/abcd", Origin.literal("https://app.volley.nz")), ("/authorise", bank)] {
            let page = ask(still, path, origin: origin)
            XCTAssertEqual(page.status, 200)
            let text = String(decoding: page.body, as: UTF8.self)
            XCTAssertTrue(text.contains("SANDBOX"))
            XCTAssertFalse(text.contains("data-play"))
            let policy = page.headers.first { $0.name == "Content-Security-Policy" }?.value ?? ""
            XCTAssertTrue(policy.hasPrefix("default-src 'none'; script-src 'self'"), policy)
            XCTAssertFalse(policy.contains("unsafe"), policy)
            let moving = String(decoding: ask(played, path, origin: origin).body, as: UTF8.self)
            XCTAssertTrue(moving.contains(#"data-play="approve""#))
        }
    }

    func testThePlayerKnowsEveryPlay() async throws {
        let site = try VolleySite(folder: Self.pages)
        let player = String(decoding: ask(site, "/__sandbox__/player.js").body, as: UTF8.self)
        for play in VolleySite.plays {
            XCTAssertNotNil(player.range(of: #"\n\s+"?\#(play)"?: \{"#, options: .regularExpression), play)
        }
        XCTAssertThrowsError(try VolleySite(folder: Self.pages, play: SandboxPlay("pay"))) {
            XCTAssertEqual($0 as? SandboxError, .unknownPlay("pay", possible: VolleySite.plays))
        }
    }
}
