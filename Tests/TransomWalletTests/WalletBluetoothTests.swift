// The packaged page, over Bluetooth, with a simulated wallet on a bus of its own.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import TransomSandbox
import TransomShell
import TransomTestSupport
import TransomVendors
import XCTest

@testable import TransomWallet

@MainActor
final class WalletBluetoothTests: XCTestCase {
    private func bluetooth(
        _ change: (inout SimulatedBluetooth.Settings) -> Void = { _ in }
    ) async throws -> SimulatedBluetooth {
        var settings = SimulatedBluetooth.Settings()
        settings.isFast = true
        change(&settings)
        return try await SimulatedBluetooth.start(settings)
    }

    private func fixture(_ bluetooth: SimulatedBluetooth, play: String? = nil) throws -> WalletFixture {
        try WalletFixture(bus: bluetooth.address, parameters: ["scanSeconds": ["1"]], play: play)
    }

    func testThePageFindsConnectsReadsAndDisconnects() async throws {
        let bluetooth = try await bluetooth()
        defer { bluetooth.stop() }
        let fixture = try fixture(bluetooth)
        defer { fixture.tearDown() }
        try await fixture.connect()
        try await fixture.click("features")
        try await fixture.page(is: "done-features")
        try await fixture.click("disconnect")
        try await fixture.page(is: "done-disconnect")
        try await fixture.expect("disconnect", ["ok"])
    }

    func testADropIsToldAndTheWalletIsUsedAgain() async throws {
        let bluetooth = try await bluetooth()
        defer { bluetooth.stop() }
        let fixture = try fixture(bluetooth)
        defer { fixture.tearDown() }
        try await fixture.connect()
        bluetooth.inject(.drop)
        try await fixture.page(is: "lost")
        try await fixture.expect("disconnect", ["lost device_lost"])
        try await fixture.click("search")
        try await fixture.click("connect-0")
        try await fixture.page(is: "connected")
        try await fixture.click("features")
        try await fixture.page(is: "done-features")
    }

    func testASmallMTUCutsThePackets() async throws {
        let bluetooth = try await bluetooth { $0.mtu = 23 }
        defer { bluetooth.stop() }
        let fixture = try fixture(bluetooth)
        defer { fixture.tearDown() }
        try await fixture.page(is: "idle")
        try await fixture.click("search")
        try await fixture.dialog().press(.yes)
        try await fixture.click("connect-0")
        // The wallet takes whole packets only, so it answers each piece; that none is refused by the link is what counts.
        try await fixture.wait(for: "send")
        XCTAssertTrue(fixture.outcomes(of: "send").allSatisfy { $0 == "ok" }, "\(fixture.outcomes(of: "send"))")
    }

    func testAnAdapterThatIsTurnedOffAndOnAgain() async throws {
        let bluetooth = try await bluetooth()
        defer { bluetooth.stop() }
        let fixture = try fixture(bluetooth)
        defer { fixture.tearDown() }
        try await fixture.connect()
        bluetooth.inject(.power(false))
        try await fixture.page(is: "lost")
        let lost = try await fixture.wait(for: "disconnect")
        XCTAssertTrue(["lost adapter_unavailable", "lost device_lost"].contains(lost[0]), lost[0])
        try await eventually("a refusal") {
            try await fixture.call("enumerate").contains("\"code\":\"adapter_unavailable\"")
        }
        bluetooth.inject(.power(true))
        try await eventually("a list") { try await fixture.call("enumerate").hasPrefix("[") }
    }

    func testADaemonThatDiesIsAnAnswerAndNotAHang() async throws {
        let bluetooth = try await bluetooth()
        defer { bluetooth.stop() }
        let fixture = try fixture(bluetooth)
        defer { fixture.tearDown() }
        try await fixture.connect()
        bluetooth.inject(.kill)
        try await fixture.page(is: "lost")
        let answer = try await fixture.call("enumerate")
        XCTAssertTrue(answer.contains("\"code\":\"adapter_unavailable\""), answer)
    }

    func testAWalletThatIsPairedAsksForThePasskeyThatItShows() async throws {
        let bluetooth = try await bluetooth { $0.passkey = "012345" }
        defer { bluetooth.stop() }
        let fixture = try fixture(bluetooth)
        defer { fixture.tearDown() }
        try await fixture.page(is: "idle")
        try await fixture.click("search")
        try await fixture.dialog().press(.yes)
        try await fixture.page(is: "found")
        try await fixture.click("connect-0")
        let wrong = try await fixture.dialog()
        wrong.press(.text("654321"))
        wrong.press(.yes)
        try await fixture.page(is: "failed")
        try await fixture.expect("connect", ["failed not_paired"])
        try await fixture.click("search")
        try await fixture.page(is: "found")
        try await fixture.click("connect-0")
        let right = try await fixture.dialog()
        right.press(.text("012345"))
        right.press(.yes)
        try await fixture.page(is: "connected")
        try await fixture.click("features")
        try await fixture.page(is: "done-features")
    }

    func testEveryPlayGivesItsEvents() async throws {
        for play in UKeyIntegration.plays {
            let bluetooth = try await bluetooth { if play.name == "drop" { $0.dropsAfter = 2 } }
            let fixture = try fixture(bluetooth, play: play.name)
            let count = play.events.count { $0 == "ukey.disconnect" }
            try await fixture.wait(for: "disconnect", count: count)
            XCTAssertNil(DemoPlay.missing(play.events, in: fixture.events.map(\.type)), play.name)
            let catalogue = EventCatalogue(UKeyIntegration.self)
            for event in fixture.events {
                XCTAssertEqual(catalogue.mismatches(type: event.type, data: event.data), [])
            }
            fixture.tearDown()
            bluetooth.stop()
        }
    }

    func testAnAttemptRightAfterACancelledPairingIsOneOfItsOwn() async throws {
        let bluetooth = try await bluetooth { $0.passkey = "012345" }
        defer { bluetooth.stop() }
        let fixture = try fixture(bluetooth)
        defer { fixture.tearDown() }
        try await fixture.page(is: "idle")
        try await fixture.click("search")
        try await fixture.dialog().press(.yes)
        try await fixture.page(is: "found")
        try await fixture.click("connect-0")
        let first = try await fixture.dialog()
        let again = Task {
            try await fixture.run(
                """
                const call = (name, data) => new Promise((done) => WKWebViewJavascriptBridge.callHandler(name, data, done));
                const [{ id }] = await call('enumerate', {});
                call('disconnect', { uuid: id });
                return JSON.stringify(await call('connect', { uuid: id }));
                """)
        }
        try await eventually("the second question") {
            guard let current = fixture.wallet.stageDialogs?.current else { return false }
            return current !== first
        }
        let second = try await fixture.dialog()
        second.press(.text("012345"))
        second.press(.yes)
        let answer = try await again.value
        XCTAssertFalse(answer.contains("not_paired"), answer)
    }
}
