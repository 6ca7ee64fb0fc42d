// Pages that claim a payment, in a real view: only a window that the merchant's page opened at the vendor's is believed.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import TransomSandbox
import TransomTestSupport
import TransomVendors
import WebKit
import XCTest

@testable import TransomShell

@MainActor
final class GooglePayHostileTests: XCTestCase {
    private var fixture: SessionFixture?

    override func tearDown() async throws {
        fixture?.tearDown()
        fixture = nil
    }

    /// What a window of the vendor's says, with the code of its result; each claim goes to `target`.
    private static func claim(_ code: String, to target: String = "opener") -> String {
        """
        for (const [cmd, payload] of [['connect', {}], ['result', {code: '\(code)', data: {token: 'CANARY'}}]])
            \(target).postMessage({sentinel: '__ACTIVITIES__', cmd, payload}, '*');
        """
    }

    /// Runs a merchant's page of the test's own; `scripts` are the scripts of other pages by their addresses.
    private func open(_ merchant: String, scripts: [String: String]) async throws -> SessionFixture {
        let origins: [Origin] = [
            .literal("https://acme.example"), .literal("https://pay.google.com"), .literal("https://other.example"),
        ]
        let site = ClosureSite(origins) { request in
            let address = request.origin.description + request.path
            let counting = "window.heard = 0; addEventListener('message', () => { heard += 1 });"
            let script = address == "https://acme.example/" ? counting : scripts[address] ?? ""
            let body = address == "https://acme.example/" ? merchant : ""
            return .html("<!doctype html><title>x</title><body>\(body)<script>\(script)</script>")
        }
        let run = try SessionFixture(
            GooglePayIntegration.self, parameters: ["url": ["https://acme.example/"]], sites: [site],
            allow: ["https://other.example"])
        fixture = run
        try await run.wait(for: "transom.page.loaded")
        return run
    }

    private func wait(until heard: Int, in run: SessionFixture) async throws {
        try await eventually("\(heard) messages") { try await run.script("heard") as? Int ?? 0 >= heard }
    }

    /// Has the merchant's page make a payment that fails, and checks that it is the only one there was.
    private func assertOnlyARealOneCounts(_ run: SessionFixture) async throws {
        _ = try await run.script("window.open('https://pay.google.com/real', 'real'); 0")
        let result = try await run.wait(for: "googlepay.result")
        XCTAssertEqual(result.data["code"], "failed")
        XCTAssertEqual(result.origin, "https://acme.example")
        XCTAssertEqual(run.types.filter { $0 == "googlepay.result" }.count, 1)
        XCTAssertFalse(run.events.contains { $0.json.contains("CANARY") })
    }

    private let real = ["https://pay.google.com/real": claim("failed")]

    func testAMerchantThatKnowsNothingOfUsIsHeard() async throws {
        let run = try await open("", scripts: real)
        try await assertOnlyARealOneCounts(run)
    }

    func testThePageItselfIsNotBelieved() async throws {
        let run = try await open("", scripts: real)
        _ = try await run.script(
            """
            \(Self.claim("ok", to: "window"))
            const popup = window.open('about:blank', 'mine');
            for (const [cmd, payload] of [['connect', {}], ['result', {code: 'ok'}]])
                dispatchEvent(new MessageEvent('message', {
                    data: {sentinel: '__ACTIVITIES__', cmd, payload}, origin: 'https://pay.google.com', source: popup}));
            0
            """)
        try await wait(until: 4, in: run)
        try await assertOnlyARealOneCounts(run)
    }

    func testAFrameIsNotBelievedNotEvenTheVendors() async throws {
        let run = try await open(
            "<iframe src='https://pay.google.com/frame'></iframe><iframe src='https://other.example/frame'></iframe>",
            scripts: real.merging([
                "https://pay.google.com/frame": Self.claim("ok", to: "parent"),
                "https://other.example/frame": Self.claim("ok", to: "parent"),
            ]) { $1 })
        try await wait(until: 4, in: run)
        try await assertOnlyARealOneCounts(run)
    }

    func testAWindowOfAnotherOriginIsNotBelieved() async throws {
        let run = try await open(
            "", scripts: real.merging(["https://other.example/popup": Self.claim("ok")]) { $1 })
        _ = try await run.script("window.open('https://other.example/popup', 'other'); 0")
        try await wait(until: 2, in: run)
        try await assertOnlyARealOneCounts(run)
    }

    func testTheVendorsWindowThatSomebodyElseOpenedIsNotBelieved() async throws {
        let second = ["https://pay.google.com/second": Self.claim("ok", to: "opener.opener")]
        let run = try await open("", scripts: real.merging(second) { $1 })
        _ = try await run.script("window.open('https://other.example/popup', 'other'); 0")
        try await eventually("the first window") {
            run.session.popups.first?.view.mainFrameOrigin == "https://other.example"
        }
        _ = try await run.session.popups.first?.view.evaluateJavaScript(
            "window.open('https://pay.google.com/second', 'second'); 0")
        try await wait(until: 2, in: run)
        XCTAssertEqual(
            run.session.popups.map(\.view.mainFrameOrigin), ["https://other.example", "https://pay.google.com"])
        try await assertOnlyARealOneCounts(run)
    }

    func testAResultThatIsNoneIsRefusedAndCounted() async throws {
        let run = try await open(
            "", scripts: real.merging(["https://pay.google.com/odd": Self.claim("paid")]) { $1 })
        _ = try await run.script("window.open('https://pay.google.com/odd', 'odd'); 0")
        let rejected = try await run.wait(for: "transom.message.rejected")
        XCTAssertEqual(rejected.data["reason"], "unknown_code")
        XCTAssertEqual(rejected.data["handler"], "googlepay")
        XCTAssertEqual(rejected.data["origin"], "https://acme.example")
        try await assertOnlyARealOneCounts(run)
    }
}
