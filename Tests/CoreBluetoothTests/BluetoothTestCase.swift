// A test with a private bus on which BlueZ is played.
// SPDX-License-Identifier: Apache-2.0

import CoreBluetooth
import Foundation
import TransomDBus
import TransomTestSupport
import XCTest

/// Gives each test a private bus, on which `fake_bluez.py` plays BlueZ with one wallet in reach.
@MainActor
class BluetoothTestCase: XCTestCase {
    static let service = CBUUID(string: "00000001-0000-1000-8000-00805f9b34fb")
    static let writing = CBUUID(string: "0002")
    static let notifying = CBUUID(string: "0003")
    /// The first packet of the wallet's exchange, which it answers with its features.
    static let initialize = Data([0x3f, 0x23, 0x23, 0, 0, 0, 0, 0, 0] + [UInt8](repeating: 0, count: 55))

    private(set) var bus: PrivateBus?
    private var daemon: Process?
    private var told = 0
    /// A manager that goes ends its connections.
    private var managers: [CBCentralManager] = []
    /// The pipe on which the daemon takes commands.
    var control: String { FileManager.default.temporaryDirectory.path + "/transom-test-\(getpid())-bluez" }

    override func setUp() async throws {
        let bus = try PrivateBus()
        self.bus = bus
        BluetoothHost.current = BluetoothHost(bus: .address(bus.address))
        BluetoothHost.current.limits.retry = .milliseconds(20)
        BluetoothHost.current.limits.restart = .milliseconds(50)
    }

    override func tearDown() async throws {
        managers = []
        stopDaemon()
        bus?.stop()
        bus = nil
        BluetoothHost.current = BluetoothHost()
    }

    /// A connection of the test's own to the bus.
    func connection() async throws -> DBusConnection {
        try await DBusConnection.connect(to: .address(try XCTUnwrap(bus?.address)))
    }

    /// Starts the daemon and waits until it owns `org.bluez`.
    func startDaemon(_ arguments: [String] = ["--fast"]) async throws {
        let process = try script("fake_bluez.py", ["--ctl", control] + arguments)
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        daemon = process
        let connection = try await connection()
        var owner: String?
        let watch = DBusNameWatch(connection, "org.bluez") { owner = $0 }
        try await eventually("the daemon owns org.bluez") { owner != nil }
        withExtendedLifetime(watch) {}
    }

    /// A script of Tests/Support/Bluetooth on the test's bus, not started.
    func script(_ name: String, _ arguments: [String]) throws -> Process {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Support/Bluetooth/" + name)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = [file.path] + arguments
        process.currentDirectoryURL = file.deletingLastPathComponent()
        var environment = ProcessInfo.processInfo.environment
        environment["DBUS_SYSTEM_BUS_ADDRESS"] = try XCTUnwrap(bus?.address)
        environment["PYTHONDONTWRITEBYTECODE"] = "1"
        process.environment = environment
        return process
    }

    /// Kills the daemon as a crash would end it.
    func stopDaemon() {
        guard let daemon else { return }
        kill(daemon.processIdentifier, SIGKILL)
        daemon.waitUntilExit()
        self.daemon = nil
        try? FileManager.default.removeItem(atPath: control)
    }

    /// Gives the daemon commands, such as `drop`, and waits until it has obeyed.
    ///
    /// - Parameters:
    ///   - commands: One a line.
    ///   - waits: False where the adapter is gone afterwards: its alias tells that the daemon has read so far.
    func tell(_ commands: String, waits: Bool = true) async throws {
        told += 1
        let alias = "told-\(told)"
        let pipe = try XCTUnwrap(FileHandle(forWritingAtPath: control))
        try pipe.write(contentsOf: Data((commands + "\n" + (waits ? "alias:\(alias)\n" : "")).utf8))
        try pipe.close()
        guard waits else { return }
        let connection = try await connection()
        let get = DBusCall(
            "org.bluez", "/org/bluez/hci0", "org.freedesktop.DBus.Properties", "Get",
            [.string("org.bluez.Adapter1"), .string("Alias")])
        try await eventually("the daemon has obeyed \(commands)") {
            // There may be no adapter yet to ask.
            (try? await connection.call(get)) == [.variant(.string(alias))]
        }
    }

    /// A manager that is powered on, and what it tells; kept until the end of the test, unless the caller keeps it.
    func poweredOn(isKept: Bool = true) async throws -> (CBCentralManager, Recorder) {
        let recorder = Recorder()
        let manager = CBCentralManager(delegate: recorder, queue: nil)
        if isKept { managers.append(manager) }
        try await eventually("the manager is powered on") { recorder.events == ["state poweredOn"] }
        recorder.clear()
        return (manager, recorder)
    }

    /// Scans for the wallet, and stops.
    func find(_ manager: CBCentralManager, _ recorder: Recorder) async throws -> CBPeripheral {
        manager.scanForPeripherals(withServices: [Self.service])
        try await eventually("the wallet is found") { !recorder.discovered.isEmpty }
        manager.stopScan()
        let peripheral = try XCTUnwrap(recorder.discovered.first)
        peripheral.delegate = recorder
        return peripheral
    }

    /// The wallet's characteristics, once it is connected.
    struct Wallet {
        let peripheral: CBPeripheral
        let service: CBService
        let writing: CBCharacteristic
        let notifying: CBCharacteristic
    }

    /// Connects to the wallet, and finds what it has.
    func connect(
        _ manager: CBCentralManager, _ recorder: Recorder, _ peripheral: CBPeripheral
    ) async throws -> Wallet {
        recorder.clear()
        manager.connect(peripheral)
        try await eventually("it is connected") { recorder.has("connect") }
        peripheral.discoverServices([Self.service])
        try await eventually("its services are known") { recorder.has("services 0001") }
        let service = try XCTUnwrap(peripheral.services?.first)
        peripheral.discoverCharacteristics([Self.writing, Self.notifying], for: service)
        try await eventually("its characteristics are known") { recorder.has("characteristics 0002,0003") }
        let characteristics = try XCTUnwrap(service.characteristics)
        recorder.clear()
        return Wallet(
            peripheral: peripheral, service: service, writing: characteristics[0], notifying: characteristics[1])
    }

    /// Turns notifications on.
    func subscribe(_ wallet: Wallet, _ recorder: Recorder) async throws {
        wallet.peripheral.setNotifyValue(true, for: wallet.notifying)
        try await eventually("notifications are on") { recorder.has("notify 0003 true") }
    }

    /// Everything from the scan to notifications.
    func connectedWallet(isKept: Bool = true) async throws -> (CBCentralManager, Recorder, Wallet) {
        let (manager, recorder) = try await poweredOn(isKept: isKept)
        let peripheral = try await find(manager, recorder)
        let wallet = try await connect(manager, recorder, peripheral)
        try await subscribe(wallet, recorder)
        recorder.clear()
        return (manager, recorder, wallet)
    }
}
