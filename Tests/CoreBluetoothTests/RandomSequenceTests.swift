// Anything in any order: the states stay within their table, and everything is answered once.
// SPDX-License-Identifier: Apache-2.0

import CoreBluetooth
import Foundation
import TransomDBus
import TransomTestSupport
import XCTest

@MainActor
final class RandomSequenceTests: BluetoothTestCase {
    /// Random numbers that are the same in each run.
    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
            return mixed ^ (mixed >> 31)
        }
    }

    /// Where a connection is, as its delegate sees it.
    private enum Phase {
        case idle
        case wanted
        case up
    }

    private static let device: ObjectPath = "/org/bluez/hci0/dev_1"
    private var held: [DBusInvocation] = []
    private var phase = Phase.idle
    private var asked = 0
    private var answered = 0

    override func tearDown() async throws {
        held = []
        try await super.tearDown()
    }

    private func follow(_ event: String, _ peripheral: CBPeripheral) {
        switch event.split(separator: " ").first {
        case "connect":
            XCTAssertEqual(phase, .wanted, event)
            phase = .up
        case "fail":
            XCTAssertEqual(phase, .wanted, event)
            XCTAssertEqual(peripheral.state, .disconnected)
            phase = .idle
        case "disconnect":
            XCTAssertNotEqual(phase, .idle, event)
            XCTAssertEqual(peripheral.state, .disconnected)
            phase = .idle
        case "write", "notify": answered += 1
        default: break
        }
    }

    private func act(
        _ number: Int, _ manager: CBCentralManager, _ peripheral: CBPeripheral, _ daemon: ScriptedBlueZ
    ) {
        let service = peripheral.services?.first
        let characteristics = service?.characteristics ?? []
        switch number {
        case 0...9 where peripheral.state == .disconnected && manager.state == .poweredOn:
            phase = .wanted
            manager.connect(peripheral)
        case 10: manager.cancelPeripheralConnection(peripheral)
        case 11...20: peripheral.discoverServices([Self.service])
        case 21...32: if let service { peripheral.discoverCharacteristics(nil, for: service) }
        case 33...44:
            guard let characteristic = characteristics.first else { return }
            asked += 1
            peripheral.writeValue(Data([1]), for: characteristic, type: .withResponse)
        case 45...52:
            guard let characteristic = characteristics.first else { return }
            asked += 1
            peripheral.writeValue(Data([1]), for: characteristic, type: .withoutResponse) { _ in self.answered += 1 }
        case 53...55:
            guard let characteristic = characteristics.last else { return }
            asked += 1
            peripheral.setNotifyValue(!characteristic.isNotifying, for: characteristic)
        case 56:
            daemon.change(Self.device, ["Connected": .boolean(false), "ServicesResolved": .boolean(false)])
        case 57: daemon.change(ScriptedBlueZ.adapterPath, ["Powered": .boolean(manager.state != .poweredOn)])
        case 58: for call in held.prefix(1) { call.fail("org.bluez.Error.Failed", "le-connection-abort-by-local") }
        case 59...60:
            for call in held { call.reply() }
            held = []
        default: break
        }
    }

    func testEverythingIsAnsweredOnceWhateverHappens() async throws {
        var random = Generator(state: 20_261_130)
        let daemon = try await ScriptedBlueZ(try await connection())
        try daemon.addAttributes(try daemon.addDevice(1))
        let (manager, recorder) = try await poweredOn()
        let peripheral = try await find(manager, recorder)
        recorder.onEvent = { [weak self] in self?.follow($0, peripheral) }
        daemon.onCall = { [weak self] _, call in
            guard let self, ["Connect", "WriteValue", "StartNotify"].contains(call.method),
                Int.random(in: 0..<12, using: &random) == 0
            else { return false }
            held.append(call)
            return true
        }
        var step = 0
        while asked < 500, step < 1_000_000 {
            act(Int.random(in: 0...60, using: &random), manager, peripheral, daemon)
            step += 1
            // What the steps have caused is sometimes waited for, and sometimes not.
            if step % 4 == 0 { try await Task.sleep(for: .microseconds(500)) }
        }
        XCTAssertGreaterThanOrEqual(asked, 500)
        daemon.onCall = nil
        for call in held { call.fail("org.bluez.Error.Failed", "Not connected") }
        held = []
        daemon.change(ScriptedBlueZ.adapterPath, ["Powered": .boolean(true)])
        try await eventually("it is on") { manager.state == .poweredOn }
        try await eventually("it is at rest") {
            manager.cancelPeripheralConnection(peripheral)
            return peripheral.state == .disconnected && self.phase == .idle
        }
        try await eventually("everything is answered") { self.answered == self.asked }
        recorder.onEvent = nil
        let wallet = try await connect(manager, recorder, peripheral)
        try await subscribe(wallet, recorder)
        XCTAssertEqual(answered, asked)
    }
}
