// A BlueZ that does in Swift what a test tells it.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomDBus
import XCTest

/// A BlueZ whose every answer a test can choose: for what the daemon of the tests, as recorded, does not do.
///
/// It has an adapter that is on; devices, services and characteristics are added. Calls are answered as if all were well,
/// unless `onCall` takes them.
@MainActor
final class ScriptedBlueZ {
    static let adapterPath: ObjectPath = "/org/bluez/hci0"
    private static let text = """
        <node>
        <interface name='org.bluez.Adapter1'>
        <method name='StartDiscovery'/><method name='StopDiscovery'/>
        <method name='SetDiscoveryFilter'><arg type='a{sv}' direction='in'/></method>
        <property name='Powered' type='b' access='readwrite'/></interface>
        <interface name='org.bluez.Device1'>
        <method name='Connect'/><method name='Disconnect'/><method name='Pair'/></interface>
        <interface name='org.bluez.GattService1'/>
        <interface name='org.bluez.GattCharacteristic1'>
        <method name='ReadValue'><arg type='a{sv}' direction='in'/><arg type='ay' direction='out'/></method>
        <method name='WriteValue'><arg type='ay' direction='in'/><arg type='a{sv}' direction='in'/></method>
        <method name='StartNotify'/><method name='StopNotify'/></interface>
        </node>
        """

    let tree: DBusObjectTree
    /// Called with each call; true means that it is answered, or will be.
    var onCall: ((ScriptedBlueZ, DBusInvocation) -> Bool)?
    /// The calls that came, as `path method`, those of discovery left out.
    private(set) var calls: [String] = []
    private let descriptions: [String: DBusInterfaceDescription]
    private var interfaces: [ObjectPath: DBusExportedInterface] = [:]
    private var name: DBusOwnedName?

    /// Begins to play BlueZ on a bus.
    init(_ connection: DBusConnection) async throws {
        descriptions = try DBusInterfaceDescription.read(Self.text)
        tree = try DBusObjectTree(connection)
        try add(
            Self.adapterPath, "Adapter1", ["Powered": .boolean(true), "Address": .string("00:AA:01:00:00:42")])
        name = try await DBusOwnedName.own("org.bluez", on: connection)
    }

    /// Adds an object.
    @discardableResult
    func add(
        _ path: ObjectPath, _ kind: String, _ properties: [String: DBusValue]
    ) throws -> DBusExportedInterface {
        let description = try XCTUnwrap(descriptions["org.bluez." + kind])
        let interface = DBusExportedInterface(description, properties: properties)
        interface.onCall = { [weak self] in self?.answer($0) }
        interfaces[path] = interface
        try tree.add(path, [interface])
        return interface
    }

    /// Adds a device that advertises a service.
    @discardableResult
    func addDevice(_ number: Int, name: String = "Touch", uuid: String = "0001", rssi: Int16? = -50) throws
        -> ObjectPath
    {
        let path = try XCTUnwrap(ObjectPath("/org/bluez/hci0/dev_\(number)"))
        var properties: [String: DBusValue] = [
            "Adapter": .objectPath(Self.adapterPath), "Address": .string("C4:11:22:33:44:0\(number)"),
            "Name": .string(name), "Connected": .boolean(false), "ServicesResolved": .boolean(false),
            "UUIDs": .strings(["0000\(uuid)-0000-1000-8000-00805f9b34fb"]),
        ]
        if let rssi { properties["RSSI"] = .int16(rssi) }
        try add(path, "Device1", properties)
        return path
    }

    /// Adds the wallet's service and characteristics to a device.
    func addAttributes(_ device: ObjectPath, mtu: UInt16? = 247, handle: String = "000e") throws {
        let service = try XCTUnwrap(ObjectPath("\(device)/service\(handle)"))
        try add(
            service, "GattService1",
            [
                "UUID": .string("00000001-0000-1000-8000-00805f9b34fb"), "Device": .objectPath(device),
                "Primary": .boolean(true), "Includes": .array(of: "o", []),
            ])
        for (number, flags) in [(2, ["write-without-response", "write"]), (3, ["notify"])] {
            var properties: [String: DBusValue] = [
                "UUID": .string("0000000\(number)-0000-1000-8000-00805f9b34fb"), "Service": .objectPath(service),
                "Flags": .strings(flags),
            ]
            if let mtu { properties["MTU"] = .uint16(mtu) }
            try add(try XCTUnwrap(ObjectPath("\(service)/char000\(number)")), "GattCharacteristic1", properties)
        }
    }

    /// Changes an object and tells it.
    func change(_ path: ObjectPath, _ values: [String: DBusValue]) {
        interfaces[path]?.change(values)
    }

    /// Removes an object.
    func remove(_ path: ObjectPath) {
        interfaces[path] = nil
        tree.remove(path)
    }

    private func answer(_ call: DBusInvocation) {
        if !call.method.contains("Discovery") { calls.append("\(call.path) \(call.method)") }
        if onCall?(self, call) == true { return }
        switch call.method {
        case "Connect":
            change(call.path, ["Connected": .boolean(true)])
            call.reply()
            change(call.path, ["ServicesResolved": .boolean(true)])
        case "Disconnect":
            change(call.path, ["ServicesResolved": .boolean(false)])
            call.reply()
            change(call.path, ["Connected": .boolean(false)])
        case "ReadValue": call.reply([.bytes([])])
        default: call.reply()
        }
    }
}
