// What a peripheral, an adapter and a daemon can do to a connection.
// SPDX-License-Identifier: Apache-2.0

import CoreBluetooth
import Foundation
import TransomDBus
import TransomTestSupport
import XCTest

@MainActor
final class FaultTests: BluetoothTestCase {
    /// Makes the wallet's side deaf, so that a request stays unanswered, and sends one.
    private func stall(_ wallet: Wallet) async throws {
        try await tell("stall:1")
        wallet.peripheral.writeValue(Data([1]), for: wallet.writing, type: .withResponse)
    }

    func testALinkThatDropsAnswersWhatIsPendingAndIsToldOnce() async throws {
        try await startDaemon(["--fast", "--mtu", "100"])
        let (manager, recorder, wallet) = try await connectedWallet()
        try await stall(wallet)
        wallet.peripheral.readValue(for: wallet.writing)
        try await tell("drop")
        try await eventually("the end is told") { recorder.has("disconnect CBError.peripheralDisconnected") }
        XCTAssertEqual(recorder.events.count, 3, "\(recorder.events)")
        // BlueZ's own answer may come before it tells that the link is down.
        XCTAssertTrue(recorder.events[0].hasPrefix("write 0002 CBError."), "\(recorder.events)")
        XCTAssertTrue(recorder.events[1].hasPrefix("value 0002 CB"), "\(recorder.events)")
        XCTAssertEqual(wallet.peripheral.state, .disconnected)
        XCTAssertEqual(wallet.peripheral.maximumWriteValueLength(for: .withoutResponse), 20)

        // BlueZ keeps the subscription: its values are not ours until we ask, and asking succeeds.
        let again = try await connect(manager, recorder, wallet.peripheral)
        XCTAssertFalse(again.notifying.isNotifying)
        XCTAssertNil(again.notifying.value)
        XCTAssertEqual(again.peripheral.maximumWriteValueLength(for: .withoutResponse), 97)
        try await tell("push:0102")
        try await subscribe(again, recorder)
        try await tell("push:03")
        try await eventually("a value has come") { recorder.values["0003"]?.isEmpty == false }
        XCTAssertEqual(recorder.values["0003"], [Data([3])])
    }

    func testAnMTUThatBlueZDoesNotTellIsReadAfterEachConnection() async throws {
        try await startDaemon(["--fast", "--mtu", "23"])
        let (manager, recorder, wallet) = try await connectedWallet()
        XCTAssertEqual(wallet.peripheral.maximumWriteValueLength(for: .withResponse), 20)
        wallet.peripheral.writeValue(Self.initialize, for: wallet.writing, type: .withResponse)
        try await eventually("the packet is refused") { recorder.has("write 0002 CBATTError.13") }
        try await tell("mtu:247\ndrop")
        try await eventually("the end is told") { recorder.has("disconnect CBError.peripheralDisconnected") }
        let again = try await connect(manager, recorder, wallet.peripheral)
        XCTAssertEqual(again.peripheral.maximumWriteValueLength(for: .withResponse), 244)
        // Until the services are resolved it is not known, whatever BlueZ says of the connection before.
        manager.cancelPeripheralConnection(again.peripheral)
        try await eventually("it is disconnected") { recorder.has("disconnect") }
        recorder.clear()
        var length: Int?
        recorder.onEvent = { _ in length = length ?? again.peripheral.maximumWriteValueLength(for: .withResponse) }
        manager.connect(again.peripheral)
        try await eventually("it is connected") { recorder.has("connect") }
        XCTAssertEqual(length, 20)
    }

    func testAConnectionThatFailsInPassingIsTriedAgain() async throws {
        try await startDaemon()
        let (manager, recorder) = try await poweredOn()
        let peripheral = try await find(manager, recorder)
        try await tell("failconnect:3")
        recorder.clear()
        manager.connect(peripheral)
        try await eventually("it is connected") { !recorder.events.isEmpty }
        XCTAssertEqual(recorder.events, ["connect"])
    }

    func testAPeripheralThatIsAwayIsWaitedForUntilItIsBack() async throws {
        try await startDaemon()
        let (manager, recorder) = try await poweredOn()
        let peripheral = try await find(manager, recorder)
        try await tell("vanish")
        recorder.clear()
        manager.connect(peripheral)
        manager.connect(peripheral)
        XCTAssertEqual(peripheral.state, .connecting)
        try await tell("adv")
        try await eventually("it is connected") { recorder.has("connect") }
        XCTAssertEqual(recorder.events, ["connect"])
    }

    func testAConnectionThatIsGivenUpEndsWithoutAnError() async throws {
        try await startDaemon()
        let (manager, recorder) = try await poweredOn()
        let peripheral = try await find(manager, recorder)
        try await tell("vanish")
        recorder.clear()
        manager.connect(peripheral)
        manager.cancelPeripheralConnection(peripheral)
        try await eventually("the end is told") { recorder.has("disconnect") }
        XCTAssertEqual(recorder.events, ["disconnect"])
        XCTAssertEqual(peripheral.state, .disconnected)
        try await tell("adv")
        _ = try await connect(manager, recorder, peripheral)
    }

    func testADeviceThatBlueZHasForgottenIsLookedForAndConnected() async throws {
        try await startDaemon()
        let (manager, recorder) = try await poweredOn()
        let peripheral = try await find(manager, recorder)
        let connection = try await connection()
        try await connection.call(
            DBusCall(
                "org.bluez", "/org/bluez/hci0", "org.bluez.Adapter1", "RemoveDevice",
                [.objectPath("/org/bluez/hci0/dev_C4_11_22_33_44_55")]))
        // Once it is gone it is retrieved while the app keeps it.
        XCTAssertEqual(manager.retrievePeripherals(withIdentifiers: [peripheral.identifier]), [peripheral])
        let wallet = try await connect(manager, recorder, peripheral)
        XCTAssertTrue(wallet.peripheral === peripheral)
        XCTAssertFalse(manager.isScanning)
    }

    func testADeviceThatIsRemovedWhileItIsConnectedIsDisconnected() async throws {
        try await startDaemon()
        let (_, recorder, wallet) = try await connectedWallet()
        let connection = try await connection()
        try await connection.call(
            DBusCall(
                "org.bluez", "/org/bluez/hci0", "org.bluez.Adapter1", "RemoveDevice",
                [.objectPath("/org/bluez/hci0/dev_C4_11_22_33_44_55")]))
        try await eventually("the end is told") { recorder.has("disconnect CBError.peripheralDisconnected") }
        XCTAssertEqual(recorder.events.count, 1, "\(recorder.events)")
        XCTAssertEqual(wallet.peripheral.state, .disconnected)
    }

    func testServicesThatAreNeverResolvedEndWithAnError() async throws {
        try await startDaemon()
        BluetoothHost.current.limits.resolve = .milliseconds(100)
        let (manager, recorder) = try await poweredOn()
        let peripheral = try await find(manager, recorder)
        try await tell("stall:1")
        recorder.clear()
        manager.connect(peripheral)
        try await eventually("it is connected") { recorder.has("connect") }
        peripheral.discoverServices([Self.service])
        try await eventually("it is given up") { recorder.has("services  CBError.connectionTimeout") }
        manager.cancelPeripheralConnection(peripheral)
        try await eventually("the end is told") { recorder.has("disconnect") }
    }

    func testAServiceThatThePeripheralDoesNotHaveIsAnsweredWithoutIt() async throws {
        try await startDaemon()
        BluetoothHost.current.limits.settle = .milliseconds(50)
        let (_, recorder, wallet) = try await connectedWallet()
        wallet.peripheral.discoverServices([CBUUID(string: "1234")])
        try await eventually("it is answered") { recorder.has("services 0001") }
    }

    func testARequestThatIsNotAnsweredEnds() async throws {
        try await startDaemon()
        BluetoothHost.current.limits.attribute = .milliseconds(300)
        let (_, recorder, wallet) = try await connectedWallet()
        try await stall(wallet)
        try await eventually("it is given up") { recorder.has("write 0002 CBError.connectionTimeout") }
    }

    func testPowerOffEndsTheConnectionFirstAndTheStateThen() async throws {
        try await startDaemon()
        let (manager, recorder, wallet) = try await connectedWallet()
        try await stall(wallet)
        try await tell("power:0")
        try await eventually("the state is told") { recorder.has("state poweredOff") }
        XCTAssertEqual(recorder.events.count, 3, "\(recorder.events)")
        XCTAssertTrue(recorder.events[0].hasPrefix("write 0002 CBError."), "\(recorder.events)")
        XCTAssertEqual(
            recorder.events.suffix(2), ["disconnect CBError.peripheralDisconnected", "state poweredOff"])
        recorder.clear()
        manager.connect(wallet.peripheral)
        try await eventually("it is refused") { recorder.has("fail CBError.connectionFailed") }
        try await tell("power:1")
        try await eventually("it is on") { recorder.has("state poweredOn") }
        _ = try await connect(manager, recorder, wallet.peripheral)
    }

    func testAnAdapterThatIsPulledOutEndsTheConnection() async throws {
        try await startDaemon()
        let (manager, recorder, wallet) = try await connectedWallet()
        try await tell("unplug", waits: false)
        try await eventually("the state is told") { recorder.has("state unsupported") }
        XCTAssertEqual(recorder.events, ["disconnect CBError.peripheralDisconnected", "state unsupported"])
        try await tell("plug")
        try await eventually("it is back") { recorder.has("state poweredOn") }
        let found = try await find(manager, recorder)
        XCTAssertTrue(found === wallet.peripheral)
        _ = try await connect(manager, recorder, found)
    }

    func testADaemonThatDiesEndsEverythingAndIsUsableAgain() async throws {
        try await startDaemon()
        BluetoothHost.current.limits.restart = .seconds(60)
        let (manager, recorder, wallet) = try await connectedWallet()
        try await stall(wallet)
        stopDaemon()
        try await eventually("the state is told") { recorder.has("state resetting") }
        XCTAssertEqual(recorder.events.count, 3, "\(recorder.events)")
        XCTAssertTrue(recorder.events[0].hasPrefix("write 0002 CBError."), "\(recorder.events)")
        XCTAssertEqual(recorder.events.suffix(2), ["disconnect CBError.peripheralDisconnected", "state resetting"])
        try await startDaemon()
        try await eventually("it is back") { recorder.has("state poweredOn") }
        recorder.clear()
        let found = try await find(manager, recorder)
        XCTAssertTrue(found === wallet.peripheral)
        let again = try await connect(manager, recorder, found)
        try await subscribe(again, recorder)
    }

    func testADaemonThatDiesWhileItConnectsIsAFailure() async throws {
        try await startDaemon()
        let (manager, recorder) = try await poweredOn()
        let peripheral = try await find(manager, recorder)
        try await tell("vanish")
        recorder.clear()
        manager.connect(peripheral)
        stopDaemon()
        try await eventually("the state is told") { recorder.has("state unsupported") }
        XCTAssertEqual(recorder.events.count, 3, "\(recorder.events)")
        XCTAssertTrue(recorder.events[0].hasPrefix("fail CBError."), "\(recorder.events)")
    }

    func testWhatIsLostOnTheAirLosesNothingElse() async throws {
        try await startDaemon()
        let (_, recorder, wallet) = try await connectedWallet()
        try await tell("lose:1\npush:01")
        try await eventually("the wallet loses from now on") { recorder.values["0003"]?.count == 1 }
        wallet.peripheral.writeValue(Self.initialize, for: wallet.writing, type: .withResponse)
        wallet.peripheral.writeValue(Self.initialize, for: wallet.writing, type: .withResponse)
        try await eventually("both are answered") { recorder.count("write 0002") == 2 }
        try await tell("slow:30\npush:02")
        try await eventually("the slow value has come") { recorder.values["0003"]?.count == 3 }
        XCTAssertEqual(recorder.values["0003"]?.last, Data([2]))
    }
}
