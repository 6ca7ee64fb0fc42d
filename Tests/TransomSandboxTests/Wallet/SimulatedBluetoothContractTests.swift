// The simulated daemon against what the real one was recorded to do.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomDBus
import TransomTestSupport
import XCTest

@testable import TransomSandbox

@MainActor
final class SimulatedBluetoothContractTests: XCTestCase {
    private typealias Probe = BlueZProbe
    private let ping = TestPackets.ping("a")

    /// The recording, by section.
    private func recording() throws -> [String] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Cases/bluez-5.66.txt")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
            .filter { !$0.hasPrefix("#") }
    }

    private func write(
        _ probe: Probe, _ path: ObjectPath, _ bytes: [UInt8], _ options: [String: DBusValue]
    ) async throws {
        try await probe.call(path, "GattCharacteristic1.WriteValue", [.bytes(bytes), .properties(options)])
    }

    func testItAnswersAndSignalsWhatTheDaemonWasRecordedTo() async throws {
        var settings = SimulatedBluetooth.Settings()
        settings.isFast = true
        let bluetooth = try await SimulatedBluetooth.start(settings)
        defer { bluetooth.stop() }
        let probe = try await Probe(bluetooth.address)
        probe.section("adapter")
        try await probe.dump(Probe.adapter)
        try await discovery(probe, bluetooth)
        try await connect(probe, bluetooth)
        try await gatt(probe, bluetooth)
        try await links(probe, bluetooth)
        try await power(probe)
        try await remove(probe)
        let wanted = try recording()
        for (index, (line, expected)) in zip(probe.lines, wanted).enumerated() where line != expected {
            return XCTFail("line \(index + 1) is\n    \(line)\nand was recorded as\n    \(expected)")
        }
        XCTAssertEqual(probe.lines.count, wanted.count)
    }

    private func discovery(_ probe: Probe, _ bluetooth: SimulatedBluetooth) async throws {
        bluetooth.inject(.vanish)
        probe.section("discovery")
        try await probe.call(Probe.adapter, "Adapter1.GetDiscoveryFilters")
        try await probe.call(Probe.adapter, "Adapter1.StopDiscovery")
        let bad: [[String: DBusValue]] = [
            ["Bogus": .string("x")], ["Transport": .string("warp")], ["UUIDs": .strings(["not-a-uuid"])],
        ]
        let good: [String: DBusValue] = [
            "UUIDs": .strings(["00000001-0000-1000-8000-00805f9b34fb"]), "Transport": .string("le"),
            "DuplicateData": .boolean(true),
        ]
        for filter in bad + [good] {
            try await probe.call(Probe.adapter, "Adapter1.SetDiscoveryFilter", [.properties(filter)])
        }
        try await probe.call(Probe.adapter, "Adapter1.StartDiscovery")
        let start = probe.lines.count
        try await probe.call(Probe.adapter, "Adapter1.StartDiscovery")
        bluetooth.inject(.advertise)
        try await probe.see("InterfacesAdded", after: start)
        try await probe.call(Probe.adapter, "Adapter1.StopDiscovery")
        try await probe.call(Probe.adapter, "Adapter1.StopDiscovery")
        try await probe.dump(Probe.device)
    }

    private func connect(_ probe: Probe, _ bluetooth: SimulatedBluetooth) async throws {
        probe.section("connect")
        try await probe.call(Probe.device, "Device1.Disconnect")
        bluetooth.inject(.vanish)
        let start = probe.lines.count
        probe.start(Probe.device, "Device1.Connect")
        try await probe.call(Probe.device, "Device1.Connect")
        bluetooth.inject(.advertise)
        try await probe.see("ServicesResolved=true", after: start)
        try await probe.dump(Probe.device)
        try await probe.call(Probe.device, "Device1.Connect")
    }

    private func gatt(_ probe: Probe, _ bluetooth: SimulatedBluetooth) async throws {
        probe.section("gatt")
        for path in [Probe.writing, Probe.notifying] {
            try await probe.call(path, "GattCharacteristic1.ReadValue", [.properties([:])])
        }
        for (path, method) in [
            (Probe.writing, "StartNotify"), (Probe.writing, "StopNotify"), (Probe.notifying, "StopNotify"),
        ] {
            try await probe.call(path, "GattCharacteristic1.\(method)")
        }
        try await write(probe, Probe.notifying, [0x78], ["type": .string("request")])
        try await write(probe, Probe.notifying, [0x78], ["type": .string("command")])
        try await probe.call(Probe.notifying, "GattCharacteristic1.StartNotify")
        try await probe.call(Probe.notifying, "GattCharacteristic1.StartNotify")
        for options in [["type": .string("command")], ["type": .string("request")], [:]] as [[String: DBusValue]] {
            let start = probe.lines.count
            try await write(probe, Probe.writing, ping, options)
            try await probe.see("Value=", after: start)
        }
        try await write(probe, Probe.writing, ping, ["type": .string("sometimes")])
        try await write(probe, Probe.writing, [], ["type": .string("command")])
        try await write(probe, Probe.writing, [], ["type": .string("request")])
        try await write(probe, Probe.writing, ping, ["offset": .uint16(70)])
        try await write(probe, Probe.writing, ping, ["type": .uint32(1)])
        for (count, type) in [(300, "command"), (600, "request"), (513, "request")] {
            try await write(
                probe, Probe.writing, Array(repeating: 0x3F, count: count), ["type": .string(type)])
        }
        for _ in 0..<2 {
            let start = probe.lines.count
            bluetooth.inject(.push([1, 2]))
            try await probe.see("Value=", after: start)
        }
        var start = probe.lines.count
        try await write(probe, Probe.writing, TestPackets.packets(0, [])[0], ["type": .string("command")])
        try await probe.see("Value=", after: start)
        start = probe.lines.count
        for packet in TestPackets.packets(1, TestPackets.text(String(repeating: "b", count: 700))) {
            probe.start(
                Probe.writing, "GattCharacteristic1.WriteValue",
                [.bytes(packet), .properties(["type": .string("command")])], isQuiet: true)
        }
        try await probe.see("Value=", after: start, times: 3)
        try await probe.call(Probe.notifying, "GattCharacteristic1.AcquireNotify", [.properties([:])])
        try await probe.call(Probe.notifying, "GattCharacteristic1.StopNotify")
        try await probe.call(Probe.notifying, "GattCharacteristic1.StopNotify")
    }

    private func links(_ probe: Probe, _ bluetooth: SimulatedBluetooth) async throws {
        probe.section("remote-drop")
        try await probe.call(Probe.notifying, "GattCharacteristic1.StartNotify")
        var start = probe.lines.count
        bluetooth.inject(.drop)
        try await probe.see("Connected=false", after: start)
        try await write(probe, Probe.writing, [0x78], ["type": .string("command")])
        try await probe.call(Probe.notifying, "GattCharacteristic1.StartNotify")
        try await probe.call(Probe.device, "Device1.Disconnect")
        try await reconnect(probe)
        try await probe.dump(Probe.device, ["GattCh"])
        probe.section("local-disconnect")
        try await probe.call(Probe.notifying, "GattCharacteristic1.StartNotify")
        start = probe.lines.count
        probe.start(
            Probe.writing, "GattCharacteristic1.WriteValue",
            [.bytes(TestPackets.ping("z")), .properties(["type": .string("request")])])
        try await probe.see("WriteValue => ok", after: start)
        try await probe.call(Probe.device, "Device1.Disconnect")
        try await probe.see("Connected=false", after: start)
        try await probe.call(Probe.device, "Device1.Disconnect")
    }

    private func reconnect(_ probe: Probe) async throws {
        let start = probe.lines.count
        try await probe.call(Probe.device, "Device1.Connect", isQuiet: true)
        try await probe.see("ServicesResolved=true", after: start)
    }

    private func power(_ probe: Probe) async throws {
        func set(_ name: String, _ value: DBusValue) async throws {
            try await probe.call(
                Probe.adapter, "Properties.Set", [.string("org.bluez.Adapter1"), .string(name), .variant(value)])
        }
        func turn(_ isOn: Bool) async throws {
            let start = probe.lines.count
            try await set("Powered", .boolean(isOn))
            try await probe.see("Powered=\(isOn)", after: start)
        }
        probe.section("power")
        try await reconnect(probe)
        try await turn(false)
        try await probe.call(Probe.adapter, "Adapter1.StartDiscovery")
        try await probe.call(Probe.adapter, "Adapter1.SetDiscoveryFilter", [.properties([:])])
        try await probe.call(Probe.device, "Device1.Connect")
        try await turn(true)
        try await set("Address", .string("x"))
        let start = probe.lines.count
        try await probe.call(Probe.adapter, "Adapter1.StartDiscovery")
        try await probe.see("Discovering=true", after: start)
        try await turn(false)
        try await turn(true)
    }

    private func remove(_ probe: Probe) async throws {
        probe.section("remove")
        try await reconnect(probe)
        let start = probe.lines.count
        try await probe.call(Probe.adapter, "Adapter1.RemoveDevice", [.objectPath(Probe.device)])
        try await probe.see("InterfacesRemoved DEV [", after: start)
        try await probe.call(Probe.device, "Device1.Connect")
        try await probe.call(Probe.adapter, "Adapter1.RemoveDevice", [.objectPath(Probe.device)])
        try await probe.call("/org/bluez/hci0/dev_00_00_00_00_00_00", "Device1.Connect")
    }
}
