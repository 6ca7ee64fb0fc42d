// Habits of BlueZ that were reported in public, each with what is right.
// SPDX-License-Identifier: Apache-2.0

import CoreBluetooth
import Foundation
import TransomDBus
import TransomTestSupport
import XCTest

@MainActor
final class HabitTests: BluetoothTestCase {
    private var daemon: ScriptedBlueZ?

    override func tearDown() async throws {
        daemon = nil
        try await super.tearDown()
    }

    private func start() async throws -> ScriptedBlueZ {
        let daemon = try await ScriptedBlueZ(try await connection())
        self.daemon = daemon
        return daemon
    }

    private static let notifyingPath: ObjectPath = "/org/bluez/hci0/dev_1/service000e/char0003"
    private static let writingPath: ObjectPath = "/org/bluez/hci0/dev_1/service000e/char0002"

    func testServicesMayComeAfterServicesResolved() async throws {
        let daemon = try await start()
        let device = try daemon.addDevice(1)
        let (manager, recorder) = try await poweredOn()
        let peripheral = try await find(manager, recorder)
        manager.connect(peripheral)
        try await eventually("it is connected") { recorder.has("connect") }
        peripheral.discoverServices([Self.service])
        // The question is asked, and answered only when the service is there.
        let mirror = DBusObjectMirror(try await connection(), name: "org.bluez") { _ in }
        try await eventually("BlueZ says that they are resolved") {
            mirror.value(device, "org.bluez.Device1", "ServicesResolved") == .boolean(true)
        }
        XCTAssertFalse(recorder.events.contains { $0.hasPrefix("services") })
        try daemon.addAttributes(device)
        try await eventually("its services are known") { recorder.has("services 0001") }
    }

    func testAValueThatComesBeforeTheAnswerOfStartNotifyIsDelivered() async throws {
        let daemon = try await start()
        try daemon.addAttributes(try daemon.addDevice(1))
        daemon.onCall = { daemon, call in
            guard call.method == "StartNotify" else { return false }
            daemon.change(call.path, ["Value": .bytes([1])])
            call.reply()
            daemon.change(call.path, ["Value": .bytes([2])])
            return true
        }
        let (manager, recorder) = try await poweredOn()
        let wallet = try await connect(manager, recorder, try await find(manager, recorder))
        wallet.peripheral.setNotifyValue(true, for: wallet.notifying)
        try await eventually("both values are here") { recorder.values["0003"]?.count == 2 }
        XCTAssertEqual(recorder.events, ["value 0003", "notify 0003 true", "value 0003"])
        XCTAssertEqual(recorder.values["0003"], [Data([1]), Data([2])])
    }

    func testABurstOfNotificationsIsDeliveredInOrderWithoutLoss() async throws {
        let daemon = try await start()
        try daemon.addAttributes(try daemon.addDevice(1))
        let (_, recorder, wallet) = try await connectedWallet()
        for index in 0..<10_000 {
            let number = index / 2
            daemon.change(Self.notifyingPath, ["Value": .bytes([UInt8(number / 256), UInt8(number % 256)])])
        }
        try await eventually("all have come") { recorder.values["0003"]?.count == 10_000 }
        let numbers = recorder.values["0003"]?.map { Int($0[$0.startIndex]) * 256 + Int($0[$0.startIndex + 1]) }
        XCTAssertEqual(numbers, (0..<10_000).map { $0 / 2 })
        withExtendedLifetime(wallet) {}
    }

    func testValuesThatNobodyAskedForInThisConnectionAreNotDelivered() async throws {
        let daemon = try await start()
        try daemon.addAttributes(try daemon.addDevice(1))
        let (manager, recorder) = try await poweredOn()
        let wallet = try await connect(manager, recorder, try await find(manager, recorder))
        daemon.change(Self.notifyingPath, ["Notifying": .boolean(true), "Value": .bytes([9])])
        wallet.peripheral.writeValue(Data([1]), for: wallet.writing, type: .withResponse)
        try await eventually("the next request is answered") { recorder.has("write 0002") }
        XCTAssertEqual(recorder.events, ["write 0002"])
        XCTAssertFalse(wallet.notifying.isNotifying)
    }

    func testACharacteristicThatIsRemovedIsToldAndItsUseRefused() async throws {
        let daemon = try await start()
        try daemon.addAttributes(try daemon.addDevice(1))
        let (_, recorder, wallet) = try await connectedWallet()
        daemon.remove(Self.writingPath)
        try await eventually("it is told") { recorder.has("modified 0001") }
        wallet.peripheral.writeValue(Data([1]), for: wallet.writing, type: .withResponse)
        try await eventually("it is refused") { recorder.has("write 0002 CBError.invalidHandle") }
        XCTAssertFalse(daemon.calls.contains { $0.hasSuffix("WriteValue") })
    }

    func testAnObjectThatIsGoneWithoutAWordIsRefused() async throws {
        let daemon = try await start()
        try daemon.addAttributes(try daemon.addDevice(1))
        for name in ["UnknownObject", "UnknownMethod", "UnknownInterface"] {
            daemon.onCall = { _, call in
                guard call.method == "WriteValue" else { return false }
                call.fail("org.freedesktop.DBus.Error." + name, "no such object")
                return true
            }
            let (manager, recorder, wallet) = try await connectedWallet()
            wallet.peripheral.writeValue(Data([1]), for: wallet.writing, type: .withResponse)
            try await eventually("it is refused") { recorder.has("write 0002 CBError.invalidHandle") }
            manager.cancelPeripheralConnection(wallet.peripheral)
            try await eventually("it is disconnected") { recorder.has("disconnect") }
        }
    }

    func testOtherHandlesInTheNextConnectionAreUsed() async throws {
        let daemon = try await start()
        let device = try daemon.addDevice(1)
        try daemon.addAttributes(device)
        let (manager, recorder, wallet) = try await connectedWallet()
        manager.cancelPeripheralConnection(wallet.peripheral)
        try await eventually("it is disconnected") { recorder.has("disconnect") }
        for path in ["/char0002", "/char0003", ""] {
            daemon.remove(try XCTUnwrap(ObjectPath("\(device)/service000e" + path)))
        }
        try daemon.addAttributes(device, handle: "0020")
        let again = try await connect(manager, recorder, wallet.peripheral)
        again.peripheral.writeValue(Data([1]), for: again.writing, type: .withResponse)
        try await eventually("it is written") { recorder.has("write 0002") }
        XCTAssertEqual(daemon.calls.last, "/org/bluez/hci0/dev_1/service0020/char0002 WriteValue")
    }

    func testAConnectionInProgressIsClearedOnceAndThenAFailure() async throws {
        for name in ["InProgress", "Failed"] {
            let daemon = try await start()
            try daemon.addDevice(1)
            daemon.onCall = { _, call in
                guard call.method == "Connect" else { return false }
                call.fail("org.bluez.Error." + name, "Operation already in progress")
                return true
            }
            let (manager, recorder) = try await poweredOn()
            let peripheral = try await find(manager, recorder)
            recorder.clear()
            manager.connect(peripheral)
            try await eventually("it fails") { recorder.events == ["fail CBError.connectionFailed"] }
            let device = "/org/bluez/hci0/dev_1 "
            XCTAssertEqual(daemon.calls.suffix(3), [device + "Connect", device + "Disconnect", device + "Connect"])
            daemon.onCall = nil
            recorder.clear()
            manager.connect(peripheral)
            try await eventually("it is connected") { recorder.events == ["connect"] }
            self.daemon = nil
        }
    }

    func testAConnectionThatIsNeverAnsweredIsClearedAtItsDeadlineAndTriedAgain() async throws {
        BluetoothHost.current.limits.connect = .milliseconds(50)
        let daemon = try await start()
        try daemon.addAttributes(try daemon.addDevice(1))
        var held: [DBusInvocation] = []
        daemon.onCall = { _, call in
            guard call.method == "Connect", held.isEmpty else { return false }
            held.append(call)
            return true
        }
        let (manager, recorder) = try await poweredOn()
        let wallet = try await connect(manager, recorder, try await find(manager, recorder))
        XCTAssertEqual(wallet.peripheral.state, .connected)
        XCTAssertEqual(held.count, 1)
    }

    func testAConnectionThatIsNeverAnsweredCanBeGivenUp() async throws {
        let daemon = try await start()
        try daemon.addDevice(1)
        var held: [DBusInvocation] = []
        daemon.onCall = { _, call in
            guard call.method == "Connect" else { return false }
            held.append(call)
            return true
        }
        let (manager, recorder) = try await poweredOn()
        let peripheral = try await find(manager, recorder)
        recorder.clear()
        manager.connect(peripheral)
        try await eventually("BlueZ is asked") { !held.isEmpty }
        manager.cancelPeripheralConnection(peripheral)
        try await eventually("the end is told") { recorder.events == ["disconnect"] }
        // What comes through after that is taken down again, and told to nobody.
        let before = daemon.calls.count
        held.first?.reply()
        try await eventually("the late connection is ended") { daemon.calls.count > before }
        XCTAssertEqual(daemon.calls.last, "/org/bluez/hci0/dev_1 Disconnect")
        XCTAssertEqual(recorder.events, ["disconnect"])
        XCTAssertEqual(peripheral.state, .disconnected)
    }

    func testReasonsOfAFailedConnectionHaveApplesCodes() async throws {
        let cases: [(String, String, String)] = [
            ("Failed", "le-connection-concurrent-connection-limit", "connectionLimitReached"),
            ("Failed", "le-connection-key-missing", "peerRemovedPairingInformation"),
            ("AuthenticationFailed", "Authentication Failed", "peerRemovedPairingInformation"),
            ("NotReady", "Resource Not Ready", "connectionFailed"),
            ("Failed", "Input/output error", "connectionFailed"),
            ("Failed", "something that nobody knows", "connectionFailed"),
        ]
        let daemon = try await start()
        try daemon.addDevice(1)
        let (manager, recorder) = try await poweredOn()
        let peripheral = try await find(manager, recorder)
        for (name, message, code) in cases {
            daemon.onCall = { _, call in
                guard call.method == "Connect" else { return false }
                call.fail("org.bluez.Error." + name, message)
                return true
            }
            recorder.clear()
            manager.connect(peripheral)
            try await eventually(message) { recorder.events == ["fail CBError.\(code)"] }
        }
    }

    func testErrorsOfAWriteHaveApplesCodes() async throws {
        let cases: [(String, String, String)] = [
            ("Failed", "Operation failed with ATT error: 0x03", "CBATTError.3"),
            ("Failed", "Operation failed with ATT error: 0x05", "CBATTError.5"),
            ("Failed", "Operation failed with ATT error: 0x0e", "CBATTError.14"),
            ("Failed", "Operation failed with ATT error: 0x80", "CBATTError.128"),
            ("Failed", "Not connected", "CBError.notConnected"),
            ("Failed", "Operation failed with ATT error: 0xzz", "CBError.unknown"),
            ("NotPermitted", "Write not permitted", "CBATTError.3"),
            ("NotPermitted", "Not paired", "CBATTError.5"),
            ("NotPermitted", "Write acquired", "CBError.operationNotSupported"),
            ("NotAuthorized", "", "CBATTError.8"), ("NotSupported", "", "CBATTError.6"),
            ("InvalidArguments", "Invalid Length", "CBATTError.13"),
            ("InvalidArguments", "Invalid offset", "CBATTError.7"),
            ("InvalidArguments", "Invalid arguments in method call", "CBError.invalidParameters"),
            ("Other", "", "CBError.unknown"),
        ]
        let daemon = try await start()
        try daemon.addAttributes(try daemon.addDevice(1))
        let (_, recorder, wallet) = try await connectedWallet()
        for (name, message, code) in cases {
            daemon.onCall = { _, call in
                guard call.method == "WriteValue" else { return false }
                call.fail("org.bluez.Error." + name, message)
                return true
            }
            recorder.clear()
            wallet.peripheral.writeValue(Data([1]), for: wallet.writing, type: .withResponse)
            try await eventually("\(name) \(message)") { recorder.events == ["write 0002 \(code)"] }
        }
    }

    func testARequestIsSentAgainWhileAnotherClientsIsInProgress() async throws {
        BluetoothHost.current.limits.busy = .milliseconds(5)
        let daemon = try await start()
        try daemon.addAttributes(try daemon.addDevice(1))
        var refusals = 3
        daemon.onCall = { _, call in
            guard call.method == "WriteValue", refusals > 0 else { return false }
            refusals -= 1
            call.fail("org.bluez.Error.InProgress", "In Progress")
            return true
        }
        let (_, recorder, wallet) = try await connectedWallet()
        wallet.peripheral.writeValue(Data([1]), for: wallet.writing, type: .withResponse)
        try await eventually("it is written") { recorder.events == ["write 0002"] }
        refusals = .max
        wallet.peripheral.writeValue(Data([1]), for: wallet.writing, type: .withResponse)
        try await eventually("it is given up") { recorder.events == ["write 0002", "write 0002 CBError.unknown"] }
    }

    func testASubscriptionThatIsInProgressIsOne() async throws {
        let daemon = try await start()
        try daemon.addAttributes(try daemon.addDevice(1))
        daemon.onCall = { _, call in
            guard call.method == "StartNotify" else { return false }
            call.fail("org.bluez.Error.InProgress", "In Progress")
            return true
        }
        let (_, recorder, _) = try await connectedWallet()
        daemon.change(Self.notifyingPath, ["Value": .bytes([7])])
        try await eventually("its values are ours") { recorder.values["0003"] == [Data([7])] }
    }

    func testAnMTUThatIsNotToldIsTheSmallest() async throws {
        let daemon = try await start()
        try daemon.addAttributes(try daemon.addDevice(1), mtu: nil)
        let (_, recorder, wallet) = try await connectedWallet()
        XCTAssertEqual(wallet.peripheral.maximumWriteValueLength(for: .withoutResponse), 20)
        wallet.peripheral.writeValue(Data(repeating: 0, count: 64), for: wallet.writing, type: .withResponse)
        try await eventually("it is refused") { recorder.has("write 0002 CBATTError.13") }
        XCTAssertFalse(daemon.calls.contains { $0.hasSuffix("WriteValue") })
    }

    func testALargeMTUIsCutAtTheLongestValue() async throws {
        let daemon = try await start()
        try daemon.addAttributes(try daemon.addDevice(1), mtu: 517)
        let (_, _, wallet) = try await connectedWallet()
        XCTAssertEqual(wallet.peripheral.maximumWriteValueLength(for: .withResponse), 512)
        for path in [Self.notifyingPath, Self.writingPath] { daemon.change(path, ["MTU": .uint16(100)]) }
        try await eventually("it is smaller now") {
            wallet.peripheral.maximumWriteValueLength(for: .withResponse) == 97
        }
    }

    func testTwoDevicesWithTheSameCharacteristicsAreToldApart() async throws {
        let daemon = try await start()
        try daemon.addAttributes(try daemon.addDevice(1))
        try daemon.addAttributes(try daemon.addDevice(2))
        let (manager, recorder) = try await poweredOn()
        manager.scanForPeripherals(withServices: [Self.service])
        try await eventually("both are found") { recorder.discovered.count == 2 }
        XCTAssertNotEqual(recorder.discovered[0].identifier, recorder.discovered[1].identifier)
        manager.stopScan()
        let first = recorder.discovered[0]
        first.delegate = recorder
        let wallet = try await connect(manager, recorder, first)
        try await subscribe(wallet, recorder)
        daemon.change("/org/bluez/hci0/dev_2/service000e/char0003", ["Value": .bytes([2])])
        daemon.change(Self.notifyingPath, ["Value": .bytes([1])])
        try await eventually("a value has come") { recorder.values["0003"] != nil }
        XCTAssertEqual(recorder.values["0003"], [Data([1])])
    }

    func testOnlyWhatAdvertisesTheServiceIsToldAndOnce() async throws {
        let daemon = try await start()
        let right = try daemon.addDevice(1, name: "right")
        let cached = try daemon.addDevice(2, name: "cached", rssi: nil)
        let other = try daemon.addDevice(3, name: "other", uuid: "1234")
        let (manager, recorder) = try await poweredOn()
        manager.scanForPeripherals(withServices: [Self.service])
        for rssi in 0..<1000 {
            daemon.change(right, ["RSSI": .int16(-40 - Int16(rssi % 9))])
            daemon.change(other, ["RSSI": .int16(-40 - Int16(rssi % 9))])
        }
        daemon.change(cached, ["Alias": .string("nobody is there")])
        // What a device advertises may come later, and its name too.
        daemon.change(other, ["UUIDs": .strings(["00000001-0000-1000-8000-00805f9b34fb"])])
        daemon.change(right, ["Name": .string("renamed")])
        try await eventually("the last is told") { recorder.discovered.count >= 2 }
        XCTAssertEqual(recorder.events, ["discover right", "discover other"])
        try await eventually("it has its new name") { recorder.discovered.first?.name == "renamed" }
        manager.stopScan()
    }

    func testADeviceThatIsRemovedIsNotRetrieved() async throws {
        let daemon = try await start()
        let path = try daemon.addDevice(1)
        let (manager, recorder) = try await poweredOn()
        var peripheral: CBPeripheral? = try await find(manager, recorder)
        let identifier = try XCTUnwrap(peripheral?.identifier)
        daemon.remove(path)
        recorder.clear()
        peripheral = nil
        try await eventually("nobody knows it") {
            manager.retrievePeripherals(withIdentifiers: [identifier]).isEmpty
        }
        XCTAssertNil(peripheral)
    }

    func testAnotherAdapterIsTakenWhenTheFirstGoes() async throws {
        let daemon = try await start()
        try daemon.add(
            "/org/bluez/hci1", "Adapter1", ["Powered": .boolean(true), "Address": .string("00:AA:01:00:00:43")])
        let (_, recorder) = try await poweredOn()
        daemon.change(ScriptedBlueZ.adapterPath, ["Powered": .boolean(false)])
        daemon.remove("/org/bluez/hci1")
        try await eventually("the rest is off") { recorder.events.last == "state poweredOff" }
        daemon.change(ScriptedBlueZ.adapterPath, ["Powered": .boolean(true)])
        try await eventually("it is on") { recorder.events.last == "state poweredOn" }
    }
}
