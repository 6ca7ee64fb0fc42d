// A payment at a bank that no list names.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import TransomSandbox
import TransomShellTestSupport
import TransomTestSupport
import WebKit
import XCTest

@testable import TransomShell

@MainActor
final class ExcursionSessionTests: XCTestCase {
    private var fixture: SessionFixture?

    override func tearDown() async throws {
        fixture?.tearDown()
        fixture = nil
    }

    /// A shop, a gateway that is allowed, and a bank that nobody names.
    private func run(gateway: String = "") async throws -> SessionFixture {
        let origins: [Origin] = [
            .literal("https://shop.example"), .literal("https://pay.example"), .literal("https://bank.example"),
            .literal("https://acs.example"),
        ]
        let site = ClosureSite(origins) { request in
            switch (request.origin.host, request.path) {
            case ("pay.example", "/redirect"): .redirect(to: "https://bank.example/", status: 302)
            case ("pay.example", _): .html("<!doctype html><p>pay\(gateway)")
            case ("bank.example", _):
                .html(
                    "<!doctype html><p>bank<script>webkit.messageHandlers.bridge.postMessage('bank');"
                        + "if (top !== window) location = 'https://acs.example/otp'</script>")
            default: .html("<!doctype html><p>shop")
            }
        }
        let run = try SessionFixture(ShopIntegration.self, parameters: [:], sites: [site]) {
            $0.options.excursions = [.literal("https://pay.example")]
        }
        fixture = run
        try await run.wait(for: "transom.page.loaded")
        return run
    }

    private func go(_ run: SessionFixture, _ url: String) async throws {
        _ = try await run.script("location = '\(url)'; 0")
        try await eventually("\(url); \(run.types) \(run.said)") {
            run.session.view?.url?.absoluteString == url && run.session.view?.isLoading == false
        }
    }

    func testAPaymentGoesToABankAndBack() async throws {
        let run = try await run()
        try await go(run, "https://pay.example/")
        _ = try await run.script("location = 'https://pay.example/redirect'; 0")
        try await eventually("the strip; \(run.types) \(run.said)") {
            run.session.stage?.strippedHost == "bank.example"
        }
        try await go(run, "https://acs.example/otp")
        try await eventually("the strip") { run.session.stage?.strippedHost == "acs.example" }
        let rules = run.events.filter { $0.type == "transom.navigation.inside" }.compactMap {
            $0.data["rule"]?.stringValue
        }
        XCTAssertTrue(rules.contains("excursion"), "\(rules)")
        XCTAssertEqual(run.opener.urls, [])
        // What a bank's page says is refused.
        XCTAssertFalse(run.types.contains("shop.bridge"))
        try await go(run, "https://shop.example/")
        try await eventually("no strip") { run.session.stage?.strippedHost == nil }
        // From the shop there is no way to the bank.
        _ = try await run.script("location = 'https://bank.example/'; 0")
        try await eventually("outside") { run.opener.urls == ["https://bank.example/"] }
    }

    func testTheTimeIsOverAfterTenMinutesAndTheShopIsBack() async throws {
        let run = try await run()
        try await go(run, "https://pay.example/")
        try await go(run, "https://bank.example/")
        try await eventually("the strip") { run.session.stage?.strippedHost == "bank.example" }
        run.clock.advance(by: .seconds(600))
        run.scheduler.advance(by: .seconds(600))
        XCTAssertNil(run.session.stage?.strippedHost)
        try await eventually("the shop") { run.session.view?.mainFrameOrigin == "https://shop.example" }
    }

    func testTheWayBackIsAButton() async throws {
        let run = try await run()
        try await go(run, "https://pay.example/")
        try await go(run, "https://bank.example/")
        try await eventually("the strip") { run.session.stage?.strippedHost == "bank.example" }
        run.session.stage?.onLeave?()
        try await eventually("the shop") { run.session.view?.mainFrameOrigin == "https://shop.example" }
        XCTAssertNil(run.session.stage?.strippedHost)
    }

    func testAFrameOfTheGatewayGoesOnToo() async throws {
        let run = try await run(gateway: "<iframe src='https://bank.example/'></iframe>")
        try await go(run, "https://pay.example/")
        try await eventually("the frame; \(run.types) \(run.said)") {
            run.events.contains { event in
                event.type == "transom.navigation.inside" && event.data["frame"] == "iframe"
                    && event.data["rule"] == "excursion" && event.data["url"]?.stringValue == "https://acs.example/otp"
            }
        }
        XCTAssertNil(run.session.stage?.strippedHost)
    }
}
