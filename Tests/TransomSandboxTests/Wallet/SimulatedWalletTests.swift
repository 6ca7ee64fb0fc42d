// The simulated wallet's messages, and the faults of its link.
// SPDX-License-Identifier: Apache-2.0

import TransomDBus
import TransomTestSupport
import XCTest

@testable import TransomSandbox

@MainActor
final class SimulatedWalletTests: XCTestCase {
    /// Writes a message and gives the types of what comes back.
    private func ask(_ wallet: SimulatedWallet, _ type: UInt16, _ payload: [UInt8] = []) -> [UInt16] {
        TestPackets.packets(type, payload).flatMap { wallet.write($0) }.map { UInt16($0[3]) << 8 | UInt16($0[4]) }
    }

    func testAQuestionIsAnsweredAndThenTheCallGoesOn() async throws {
        let wallet = SimulatedWallet()
        XCTAssertEqual(ask(wallet, 0), [17])
        XCTAssertEqual(ask(wallet, 29), [18])
        XCTAssertEqual(ask(wallet, 19, TestPackets.text("9999")), [3])
        XCTAssertEqual(ask(wallet, 29), [18])
        XCTAssertEqual(ask(wallet, 10_000), [26])
        XCTAssertEqual(ask(wallet, 27), [30])
        XCTAssertEqual(ask(wallet, 24), [2])
        XCTAssertEqual(ask(wallet, 29), [18])
        XCTAssertEqual(ask(wallet, 19, TestPackets.text("1234")), [30])
        XCTAssertEqual(ask(wallet, 25, [0x18, 1]), [2])
        XCTAssertEqual(ask(wallet, 29), [41])
        XCTAssertEqual(ask(wallet, 42, TestPackets.text("secret")), [30])
        XCTAssertEqual(ask(wallet, 1, TestPackets.text("x") + [0x10, 1]), [26])
        XCTAssertEqual(ask(wallet, 20), [3])
        XCTAssertEqual(ask(wallet, 27), [3])
        XCTAssertEqual(ask(wallet, 999), [3])
    }

    func testAHiddenWalletHasAddressesOfItsOwn() async throws {
        func address(_ passphrase: String) -> [UInt8] {
            let wallet = SimulatedWallet()
            _ = ask(wallet, 25, [0x18, 1])
            _ = ask(wallet, 29)
            _ = ask(wallet, 19, TestPackets.text("1234"))
            return TestPackets.packets(42, TestPackets.text(passphrase)).flatMap { wallet.write($0) }.flatMap { $0 }
        }
        XCTAssertEqual(address("one"), address("one"))
        XCTAssertNotEqual(address("one"), address("two"))
    }

    func testWhatIsNoPacketIsRefusedAndTheNextMessageWorks() async throws {
        let wallet = SimulatedWallet()
        for bad in [[0], [0x3F, 1, 2], Array("?##".utf8) + [0, 1, 0xFF, 0xFF, 0xFF, 0xFF]] as [[UInt8]] {
            XCTAssertEqual(wallet.write(bad).map { $0[4] }, [3])
        }
        XCTAssertEqual(ask(wallet, 1, [0x0A, 0x7F]), [3])
        XCTAssertEqual(ask(wallet, 0), [17])
    }

    func testEveryFaultShowsOnTheBus() async throws {
        var settings = SimulatedBluetooth.Settings()
        settings.isFast = true
        settings.dropsAfter = 1
        let bluetooth = try await SimulatedBluetooth.start(settings)
        defer { bluetooth.stop() }
        let probe = try await BlueZProbe(bluetooth.address)
        try await probe.call(BlueZProbe.adapter, "Adapter1.StartDiscovery")
        try await probe.see("InterfacesAdded", after: 0)
        bluetooth.inject(.failConnect(1))
        try await probe.call(BlueZProbe.device, "Device1.Connect")
        XCTAssertTrue(probe.lines.last?.contains("le-connection-abort-by-local") ?? false)
        func connect() async throws {
            let start = probe.lines.count
            try await probe.call(BlueZProbe.device, "Device1.Connect")
            try await probe.see("ServicesResolved=true", after: start)
            try await probe.call(BlueZProbe.notifying, "GattCharacteristic1.StartNotify")
        }
        func write() async throws {
            try await probe.call(
                BlueZProbe.writing, "GattCharacteristic1.WriteValue",
                [.bytes(TestPackets.ping("a")), .properties(["type": .string("command")])])
        }
        try await connect()
        // It drops the link after a message, once.
        var start = probe.lines.count
        try await write()
        try await probe.see("Connected=false", after: start)
        try await connect()
        start = probe.lines.count
        bluetooth.inject(.lose(1))
        try await write()
        try await write()
        try await probe.see("Value=", after: start)
        XCTAssertEqual(probe.lines[start...].count { $0.contains("Value=") }, 1)
        bluetooth.inject(.drop)
        bluetooth.inject(.mtu(23))
        try await connect()
        start = probe.lines.count
        try await write()
        try await probe.see("Failed to initiate write", after: start)
        bluetooth.inject(.unplug)
        try await probe.see("InterfacesRemoved HCI", after: start)
        bluetooth.inject(.plug)
        try await probe.see("InterfacesAdded HCI", after: start)
        var owner: String? = "unknown"
        let watch = DBusNameWatch(probe.connection, "org.bluez") { owner = $0 }
        try await eventually("the daemon's name") { owner?.hasPrefix(":") ?? false }
        bluetooth.inject(.kill)
        try await eventually("the daemon's end") { owner == nil }
        withExtendedLifetime(watch) {}
    }
}
