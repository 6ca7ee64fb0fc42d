// The states of a manager.
// SPDX-License-Identifier: Apache-2.0

import CoreBluetooth
import TransomDBus
import TransomTestSupport
import XCTest

@MainActor
final class ManagerStateTests: BluetoothTestCase {
    func testWithoutADaemonItIsUnsupported() async throws {
        let recorder = Recorder()
        let manager = CBCentralManager(delegate: recorder, queue: .main)
        XCTAssertEqual(manager.state, .unknown)
        XCTAssertEqual(recorder.events, [])
        try await eventually("the state is told") { recorder.events == ["state unsupported"] }
        // The daemon may come later.
        try await startDaemon()
        try await eventually("it is powered on") { recorder.events == ["state unsupported", "state poweredOn"] }
    }

    func testWithoutABusItIsUnsupported() async throws {
        BluetoothHost.current.bus = .address("unix:path=/nowhere/bus")
        let recorder = Recorder()
        let manager = CBCentralManager(delegate: recorder, queue: nil)
        try await eventually("the state is told") { recorder.events == ["state unsupported"] }
        XCTAssertEqual(manager.state, .unsupported)
    }

    func testWhereTheBusRefusesItIsUnauthorized() async throws {
        let strict = try PrivateBus(refusing: ["org.bluez"])
        let owner = try await DBusConnection.connect(to: .address(strict.address))
        let name = try await DBusOwnedName.own("org.bluez", on: owner)
        BluetoothHost.current.bus = .address(strict.address)
        let recorder = Recorder()
        let manager = CBCentralManager(delegate: recorder, queue: nil)
        try await eventually("the state is told") { recorder.events == ["state unauthorized"] }
        withExtendedLifetime((manager, name)) {}
    }

    func testThePowerIsFollowed() async throws {
        try await startDaemon()
        let (manager, recorder) = try await poweredOn()
        try await tell("power:0")
        try await eventually("it is off") { recorder.events == ["state poweredOff"] }
        manager.scanForPeripherals(withServices: nil)
        XCTAssertFalse(manager.isScanning)
        try await tell("power:1")
        try await eventually("it is on") { recorder.events == ["state poweredOff", "state poweredOn"] }
    }

    func testTheAdapterMayGoAndComeBack() async throws {
        try await startDaemon()
        let (manager, recorder) = try await poweredOn()
        try await tell("unplug", waits: false)
        try await eventually("it is gone") { recorder.events == ["state unsupported"] }
        try await tell("plug")
        try await eventually("it is back") { recorder.events == ["state unsupported", "state poweredOn"] }
        withExtendedLifetime(manager) {}
    }

    func testADaemonThatDiesIsResettingAndThenUnsupportedAndMayComeBack() async throws {
        try await startDaemon()
        let (manager, recorder) = try await poweredOn()
        stopDaemon()
        try await eventually("it is gone") { recorder.events == ["state resetting", "state unsupported"] }
        recorder.clear()
        try await startDaemon()
        try await eventually("it is back") { recorder.events == ["state poweredOn"] }
        withExtendedLifetime(manager) {}
    }

    func testADaemonThatIsBackInTimeWasOnlyResetting() async throws {
        BluetoothHost.current.limits.restart = .seconds(60)
        try await startDaemon()
        let (manager, recorder) = try await poweredOn()
        stopDaemon()
        try await eventually("it is gone") { recorder.events == ["state resetting"] }
        try await startDaemon()
        try await eventually("it is back") { recorder.events == ["state resetting", "state poweredOn"] }
        withExtendedLifetime(manager) {}
    }

    func testABusThatEndsIsResettingAndThenUnsupported() async throws {
        try await startDaemon()
        let (manager, recorder) = try await poweredOn()
        bus?.stop()
        try await eventually("it is gone") { recorder.events == ["state resetting", "state unsupported"] }
        withExtendedLifetime(manager) {}
    }

    func testADelegateThatIsSetLateIsToldTheState() async throws {
        try await startDaemon()
        let manager = CBCentralManager()
        try await eventually("the state is known") { manager.state == .poweredOn }
        let recorder = Recorder()
        manager.delegate = recorder
        XCTAssertEqual(recorder.events, [])
        try await eventually("the state is told") { recorder.events == ["state poweredOn"] }
        // It is told once: another delegate asks for the state.
        let second = Recorder()
        manager.delegate = second
        try await tell("power:0")
        try await eventually("the next state is told") { second.events == ["state poweredOff"] }
        XCTAssertEqual(recorder.events, ["state poweredOn"])
    }

    func testAManagerGoesAndTakesItsConnectionAlong() async throws {
        try await startDaemon()
        var pair: (CBCentralManager, Recorder)? = try await poweredOn(isKept: false)
        weak let manager = pair?.0
        XCTAssertNotNil(manager)
        pair = nil
        try await eventually("it is gone") { manager == nil }
    }
}
