// What goes wrong on the way to a wallet, each with one clear answer to the page and a host that can be used afterwards.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import TransomSandbox
import TransomTestSupport
import XCTest

@testable import TransomWallet

@MainActor
final class WalletFaultTests: XCTestCase {
    private var bluetooth: SimulatedBluetooth?

    override func tearDown() async throws {
        bluetooth?.stop()
        bluetooth = nil
    }

    private func start(limits: Limits = .standard) async throws -> (SimulatedBluetooth, WalletFixture) {
        var settings = SimulatedBluetooth.Settings()
        settings.isFast = true
        let bluetooth = try await SimulatedBluetooth.start(settings)
        self.bluetooth = bluetooth
        let fixture = try WalletFixture(
            bus: bluetooth.address, parameters: ["scanSeconds": ["1"]], limits: limits)
        return (bluetooth, fixture)
    }

    /// Finds, connects and reads with the page's buttons, where a search is allowed already.
    private func use(_ fixture: WalletFixture) async throws {
        try await fixture.click("search")
        try await fixture.page(is: "found")
        try await fixture.click("connect-0")
        try await fixture.page(is: "connected")
        try await fixture.click("features")
        try await fixture.page(is: "done-features")
    }

    func testNotificationsThatComeLateAreTaken() async throws {
        let (bluetooth, fixture) = try await start()
        defer { fixture.tearDown() }
        bluetooth.inject(.slow(.milliseconds(50)))
        try await fixture.connect()
        try await fixture.click("features")
        try await fixture.page(is: "done-features")
    }

    func testAPacketThatIsLostLeavesAPageThatCanDisconnectAndBeginAgain() async throws {
        let (bluetooth, fixture) = try await start()
        defer { fixture.tearDown() }
        try await fixture.connect()
        bluetooth.inject(.lose(1))
        try await fixture.click("features")
        try await fixture.page(is: "busy")
        try await fixture.wait(for: "send", count: 2)
        try await fixture.click("disconnect")
        try await fixture.wait(for: "disconnect")
        try await eventually("the page's end of waiting") {
            try await fixture.text("document.body.dataset.page") != "busy"
        }
        try await use(fixture)
        try await eventually("an answer to send") { Set(fixture.outcomes(of: "send")) == ["ok"] }
    }

    func testAWalletThatVanishedIsGivenUpAndFoundWhenItIsBack() async throws {
        var limits = Limits.standard
        limits.walletConnectDeadline = .seconds(1)
        limits.walletSearchDeadline = .seconds(1)
        let (bluetooth, fixture) = try await start(limits: limits)
        defer { fixture.tearDown() }
        try await fixture.page(is: "idle")
        try await fixture.click("search")
        try await fixture.dialog().press(.yes)
        try await fixture.page(is: "found")
        bluetooth.inject(.vanish)
        try await fixture.click("connect-0")
        try await fixture.page(is: "failed")
        let codes = try await fixture.wait(for: "connect")
        XCTAssertTrue(["failed timeout", "failed not_found"].contains(codes[0]), codes[0])
        bluetooth.inject(.advertise)
        try await eventually("a connection") {
            try await fixture.click("search")
            try await fixture.page(is: "found")
            try await fixture.click("connect-0")
            try await eventually("an outcome") {
                ["connected", "failed"].contains(try await fixture.text("document.body.dataset.page"))
            }
            return try await fixture.text("document.body.dataset.page") == "connected"
        }
    }

    func testAWalletWhoseServicesNeverComeIsGivenUp() async throws {
        var limits = Limits.standard
        limits.walletConnectDeadline = .seconds(2)
        let (bluetooth, fixture) = try await start(limits: limits)
        defer { fixture.tearDown() }
        try await fixture.page(is: "idle")
        try await fixture.click("search")
        try await fixture.dialog().press(.yes)
        try await fixture.page(is: "found")
        bluetooth.inject(.stall(true))
        try await fixture.click("connect-0")
        try await fixture.page(is: "failed")
        try await fixture.expect("connect", ["failed timeout"])
    }

    func testConnectionsThatFailAtFirstAreTriedAgain() async throws {
        let (bluetooth, fixture) = try await start()
        defer { fixture.tearDown() }
        bluetooth.inject(.failConnect(1))
        try await fixture.connect()
        try await fixture.expect("connect", ["ok"])
    }

    func testAnAdapterThatIsPulledOutIsAnAnswerAndCanBePluggedInAgain() async throws {
        let (bluetooth, fixture) = try await start()
        defer { fixture.tearDown() }
        try await fixture.connect()
        bluetooth.inject(.unplug)
        try await fixture.page(is: "lost")
        try await eventually("a refusal") {
            try await fixture.call("enumerate").contains("\"code\":\"adapter_unavailable\"")
        }
        bluetooth.inject(.plug)
        try await eventually("a list") { try await fixture.call("enumerate").contains("Touch 1A2B") }
        try await use(fixture)
    }

    func testTwoThousandNotificationsReachThePageInOrder() async throws {
        let (bluetooth, fixture) = try await start()
        defer { fixture.tearDown() }
        try await fixture.connect()
        _ = try await fixture.text(
            """
            window.seen = [];
            WKWebViewJavascriptBridge.registerHandler('monitorCharacteristic', (data) => seen.push(data));
            ''
            """)
        // Equal ones in a row are two notifications.
        let packets = (0..<2000).map { number -> [UInt8] in
            let half = number / 2
            return [UInt8(half & 0xFF), UInt8(half >> 8)]
        }
        for packet in packets { bluetooth.inject(.push(packet)) }
        try await eventually("2,000 notifications") { try await fixture.text("String(seen.length)") == "2000" }
        let seen = try await fixture.text("seen.join()")
        XCTAssertEqual(seen, packets.map { HexText.text($0) }.joined(separator: ","))
    }
}
