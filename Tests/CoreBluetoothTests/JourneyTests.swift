// A whole exchange with a wallet, which also passes with bluetoothd itself.
// SPDX-License-Identifier: Apache-2.0

import CoreBluetooth
import Foundation
import TransomTestSupport
import XCTest

/// A whole exchange with a wallet.
///
/// With `TRANSOM_BLUETOOTH_CONTROL` set, to the pipe of a wallet in reach, it uses the machine's own BlueZ: that is how
/// `scripts/test --bluetooth-vm` runs it in a virtual machine with a virtual radio.
@MainActor
final class JourneyTests: BluetoothTestCase {
    private var machineControl: String? { ProcessInfo.processInfo.environment["TRANSOM_BLUETOOTH_CONTROL"] }

    override func setUp() async throws {
        try await super.setUp()
        if machineControl != nil {
            BluetoothHost.current = BluetoothHost()
        } else {
            try await startDaemon()
        }
    }

    private func tellWallet(_ command: String) async throws {
        guard let machineControl else { return try await tell(command) }
        let pipe = try XCTUnwrap(FileHandle(forWritingAtPath: machineControl))
        try pipe.write(contentsOf: Data((command + "\n").utf8))
        try pipe.close()
    }

    func testAWalletIsFoundUsedLostAndUsedAgain() async throws {
        let (manager, recorder, first) = try await connectedWallet()
        XCTAssertEqual(first.peripheral.name, "Touch 1A2B")
        XCTAssertEqual(first.peripheral.maximumWriteValueLength(for: .withoutResponse), 244)
        for type in [CBCharacteristicWriteType.withoutResponse, .withResponse] {
            recorder.clear()
            first.peripheral.writeValue(Self.initialize, for: first.writing, type: type)
            try await eventually("the features have come") {
                recorder.values["0003"]?.first?.starts(with: [0x3f, 0x23, 0x23, 0, 0x11]) == true
            }
        }
        try await eventually("the write is answered") { recorder.has("write 0002") }
        first.peripheral.readValue(for: first.writing)
        try await eventually("the read is refused") { recorder.has("value 0002 CBATTError.2") }
        try await tellWallet("push:0102")
        try await eventually("a notification has come") { recorder.values["0003"]?.last == Data([1, 2]) }

        recorder.clear()
        try await tellWallet("drop")
        try await eventually("the loss is told") { recorder.has("disconnect CBError.peripheralDisconnected") }
        let second = try await connect(manager, recorder, first.peripheral)
        try await subscribe(second, recorder)
        XCTAssertEqual(second.peripheral.maximumWriteValueLength(for: .withoutResponse), 244)
        recorder.clear()
        second.peripheral.writeValue(Self.initialize, for: second.writing, type: .withoutResponse)
        try await eventually("the features have come again") { recorder.values["0003"]?.isEmpty == false }

        recorder.clear()
        manager.cancelPeripheralConnection(second.peripheral)
        try await eventually("the end is told") { recorder.has("disconnect") }
        XCTAssertEqual(recorder.events, ["disconnect"])
        XCTAssertEqual(second.peripheral.state, .disconnected)
        recorder.clear()
        let again = try await find(manager, recorder)
        XCTAssertTrue(again === first.peripheral)
    }
}
