// The introspection data of BlueZ's interfaces, as version 5.66 has them.
// SPDX-License-Identifier: Apache-2.0

import TransomDBus

/// BlueZ's interfaces, as version 5.66 has them: <https://git.kernel.org/pub/scm/bluetooth/bluez.git>, `doc/`.
@MainActor
enum BlueZInterfaces {
    static let adapter = "org.bluez.Adapter1"
    static let device = "org.bluez.Device1"
    static let service = "org.bluez.GattService1"
    static let characteristic = "org.bluez.GattCharacteristic1"
    static let descriptor = "org.bluez.GattDescriptor1"
    static let agentManager = "org.bluez.AgentManager1"

    /// The interface of a name.
    static func description(_ name: String) throws(DBusError) -> DBusInterfaceDescription {
        let parts = members[name] ?? ([], [])
        let methods = parts.methods.map { method in
            let words = method.split(separator: " ").map(String.init)
            let arguments = words.dropFirst().map { word in
                let isOut = word.hasPrefix(">")
                return "<arg type='\(isOut ? String(word.dropFirst()) : word)' direction='\(isOut ? "out" : "in")'/>"
            }
            return "<method name='\(words[0])'>\(arguments.joined())</method>"
        }
        let properties = parts.properties.map { property in
            let words = property.split(separator: " ").map(String.init)
            return
                "<property name='\(words[0])' type='\(words[1])' access='\(words.count > 2 ? "readwrite" : "read")'/>"
        }
        let text = "<node><interface name='\(name)'>\((methods + properties).joined())</interface></node>"
        guard let description = try DBusInterfaceDescription.read(text)[name] else { throw .invalidDescription(name) }
        return description
    }

    /// Methods with their arguments, `>` before what they return; properties with their types, `w` where they can be set.
    private static let members: [String: (methods: [String], properties: [String])] = [
        adapter: (
            [
                "StartDiscovery", "StopDiscovery", "SetDiscoveryFilter a{sv}", "RemoveDevice o",
                "GetDiscoveryFilters >as",
            ],
            [
                "Address s", "AddressType s", "Name s", "Alias s w", "Class u", "Powered b w", "Discoverable b w",
                "DiscoverableTimeout u w", "Pairable b w", "PairableTimeout u w", "Discovering b", "UUIDs as",
                "Modalias s",
                "Roles as", "ExperimentalFeatures as",
            ]
        ),
        device: (
            [
                "Disconnect", "Connect", "ConnectProfile s", "DisconnectProfile s", "Pair", "CancelPairing",
            ],
            [
                "Address s", "AddressType s", "Name s", "Alias s w", "Class u", "Appearance q", "Icon s", "Paired b",
                "Bonded b", "Trusted b w", "Blocked b w", "LegacyPairing b", "RSSI n", "Connected b", "UUIDs as",
                "Modalias s",
                "Adapter o", "ManufacturerData a{qv}", "ServiceData a{sv}", "TxPower n", "ServicesResolved b",
                "AdvertisingFlags ay", "AdvertisingData a{yv}", "WakeAllowed b w",
            ]
        ),
        service: ([], ["UUID s", "Device o", "Primary b", "Includes ao"]),
        characteristic: (
            [
                "ReadValue a{sv} >ay", "WriteValue ay a{sv}", "AcquireWrite a{sv} >h >q", "AcquireNotify a{sv} >h >q",
                "StartNotify", "StopNotify",
            ],
            [
                "UUID s", "Service o", "Value ay", "Notifying b", "Flags as", "WriteAcquired b", "NotifyAcquired b",
                "MTU q",
            ]
        ),
        descriptor: (
            ["ReadValue a{sv} >ay", "WriteValue ay a{sv}"], ["UUID s", "Characteristic o", "Value ay"]
        ),
        agentManager: (["RegisterAgent o s", "UnregisterAgent o", "RequestDefaultAgent o"], []),
    ]
}
