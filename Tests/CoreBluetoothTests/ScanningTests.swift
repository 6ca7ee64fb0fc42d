// Looking for peripherals.
// SPDX-License-Identifier: Apache-2.0

import CoreBluetooth
import Foundation
import TransomDBus
import TransomTestSupport
import XCTest

@MainActor
final class ScanningTests: BluetoothTestCase {
    func testAPeripheralIsToldOnceWithItsAdvertisement() async throws {
        try await startDaemon()
        let (manager, recorder) = try await poweredOn()
        manager.scanForPeripherals(withServices: [Self.service])
        XCTAssertTrue(manager.isScanning)
        try await eventually("the wallet is found") { !recorder.events.isEmpty }
        // Its advertisements go on; this one is seen by a second manager that wants all of them.
        let second = Recorder()
        let other = CBCentralManager(delegate: second, queue: nil)
        try await eventually("the second is powered on") { other.state == .poweredOn }
        other.scanForPeripherals(
            withServices: [Self.service], options: [CBCentralManagerScanOptionAllowDuplicatesKey: true])
        try await eventually("each advertisement is told") { second.discovered.count >= 3 }
        XCTAssertEqual(recorder.events, ["discover Touch 1A2B"])
        let advertisement = try XCTUnwrap(recorder.advertisements.first)
        XCTAssertEqual(advertisement[CBAdvertisementDataLocalNameKey] as? String, "Touch 1A2B")
        XCTAssertEqual(
            advertisement[CBAdvertisementDataServiceUUIDsKey] as? [CBUUID],
            [CBUUID(string: "180A"), CBUUID(string: "180F"), Self.service])
        XCTAssertEqual(advertisement[CBAdvertisementDataIsConnectable] as? NSNumber, true)
        // The identifier is the same for every manager and does not tell the address.
        let identifier = try XCTUnwrap(recorder.discovered.first?.identifier)
        XCTAssertEqual(Set(second.discovered.map(\.identifier)), [identifier])
        XCTAssertEqual(identifier.uuidString, "AC2147DB-6DFA-878A-938D-D5669B1795F9")
        manager.stopScan()
        XCTAssertFalse(manager.isScanning)
    }

    func testAnotherServiceIsNotTold() async throws {
        try await startDaemon()
        let (manager, recorder) = try await poweredOn()
        manager.scanForPeripherals(withServices: [CBUUID(string: "1234")])
        // BlueZ tells everybody what anybody has asked for.
        let second = Recorder()
        let other = CBCentralManager(delegate: second, queue: nil)
        try await eventually("the second is powered on") { other.state == .poweredOn }
        other.scanForPeripherals(withServices: nil, options: [CBCentralManagerScanOptionAllowDuplicatesKey: true])
        try await eventually("the second has found it") { second.discovered.count >= 2 }
        XCTAssertEqual(recorder.events, [])
    }

    func testScansThatFollowEachOtherQuicklyAllWork() async throws {
        try await startDaemon()
        let (manager, recorder) = try await poweredOn()
        for _ in 0..<5 {
            manager.scanForPeripherals(withServices: [Self.service])
            manager.stopScan()
            manager.scanForPeripherals(withServices: nil)
            manager.scanForPeripherals(withServices: [Self.service])
            recorder.clear()
            try await eventually("the wallet is found") { recorder.has("discover Touch 1A2B") }
            manager.stopScan()
        }
    }

    func testAScanWorksAfterThePowerWasOff() async throws {
        try await startDaemon()
        let (manager, recorder) = try await poweredOn()
        manager.scanForPeripherals(withServices: [Self.service])
        try await eventually("the wallet is found") { !recorder.discovered.isEmpty }
        try await tell("power:0")
        try await eventually("it is off") { recorder.has("state poweredOff") }
        XCTAssertFalse(manager.isScanning)
        try await tell("power:1")
        try await eventually("it is on") { recorder.has("state poweredOn") }
        recorder.clear()
        manager.scanForPeripherals(withServices: [Self.service])
        try await eventually("the wallet is found again") { !recorder.discovered.isEmpty }
    }

    func testPeripheralsAreRetrieved() async throws {
        try await startDaemon()
        let (manager, recorder) = try await poweredOn()
        let peripheral = try await find(manager, recorder)
        XCTAssertTrue(manager.retrievePeripherals(withIdentifiers: [UUID(), peripheral.identifier]) == [peripheral])
        XCTAssertEqual(manager.retrieveConnectedPeripherals(withServices: [Self.service]), [])
        let second = Recorder()
        let other = CBCentralManager(delegate: second, queue: nil)
        try await eventually("the second is powered on") { other.state == .poweredOn }
        other.registerForConnectionEvents(options: [.serviceUUIDs: [Self.service]])
        _ = try await connect(manager, recorder, peripheral)
        // The other manager sees the connection, and has none itself.
        try await eventually("the connection is told") { second.has("event peerConnected") }
        let seen = try XCTUnwrap(other.retrieveConnectedPeripherals(withServices: [Self.service]).first)
        XCTAssertEqual(seen.identifier, peripheral.identifier)
        XCTAssertEqual(seen.state, .disconnected)
        manager.cancelPeripheralConnection(peripheral)
        try await eventually("the end is told") { second.has("event peerDisconnected") }
    }
}
