// A client that writes down all that a daemon answers and signals.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomDBus
import TransomTestSupport

/// A client of `org.bluez` that writes down all that it answers and signals, in the words of the recording.
@MainActor
final class BlueZProbe {
    static let adapter: ObjectPath = "/org/bluez/hci0"
    static let device: ObjectPath = "/org/bluez/hci0/dev_C4_11_22_33_44_55"
    static let writing: ObjectPath = "/org/bluez/hci0/dev_C4_11_22_33_44_55/service000e/char000f"
    static let notifying: ObjectPath = "/org/bluez/hci0/dev_C4_11_22_33_44_55/service000e/char0011"

    let connection: DBusConnection
    private(set) var lines: [String] = []
    private var subscriptions: [DBusSubscription] = []
    private static let volatile: Set<String> = ["RSSI", "Class", "Modalias", "ExperimentalFeatures"]

    init(_ address: String) async throws {
        connection = try await DBusConnection.connect(to: .address(address))
        subscriptions = [
            connection.subscribe(.init(sender: "org.bluez")) { [weak self] in self?.signalled($0) }
        ]
    }

    func section(_ name: String) { lines.append("=== " + name) }

    /// Calls a method and writes the outcome down.
    func call(
        _ path: ObjectPath, _ method: String, _ arguments: [DBusValue] = [], isQuiet: Bool = false
    ) async throws {
        var isDone = false
        start(path, method, arguments, isQuiet: isQuiet) { isDone = true }
        try await eventually("an answer to \(method)") { isDone }
    }

    /// Starts a call, whose outcome is written down when it comes.
    func start(
        _ path: ObjectPath, _ method: String, _ arguments: [DBusValue] = [], isQuiet: Bool = false,
        then done: @escaping () -> Void = {}
    ) {
        let parts = method.split(separator: ".").map(String.init)
        let interface = parts[0] == "Properties" ? "org.freedesktop.DBus.Properties" : "org.bluez." + parts[0]
        connection.call(DBusCall("org.bluez", path, interface, parts[1], arguments)) { [weak self] result in
            defer { done() }
            guard let self, !isQuiet else { return }
            let outcome =
                switch result {
                case .success: "ok"
                case .failure(let error): Self.words(error, isSet: parts[1] == "Set")
                }
            lines.append("CALL \(Self.short(path.text)) \(method) => \(outcome)")
        }
    }

    /// Waits for a line that holds a text, among those after a number of lines.
    func see(_ text: String, after start: Int, times: Int = 1) async throws {
        try await eventually("\(text) in \(lines[start...])") { lines[start...].count { $0.contains(text) } >= times }
    }

    /// Writes down all objects at or below a path that have an interface whose name holds a word.
    func dump(_ path: ObjectPath, _ words: [String] = ["Adapter1", "Device1", "Gatt"]) async throws {
        let reply = try await connection.call(
            DBusCall("org.bluez", "/", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects"))
        for object in reply.first?.asEntries ?? [] {
            guard let at = object.key.asObjectPath, at.isWithin(path) else { continue }
            for interface in object.value.asEntries ?? [] {
                guard let name = interface.key.asString, words.contains(where: { name.contains($0) }) else { continue }
                lines.append("OBJ \(Self.short(at.text)) \(Self.short(name)) \(Self.text(interface.value))")
            }
        }
    }

    private func signalled(_ signal: DBusSignal) {
        switch signal.member {
        case "PropertiesChanged":
            guard let values = signal.arguments[1].asProperties, !Set(values.keys).isSubset(of: ["RSSI"]) else {
                return
            }
            let name = Self.short(signal.arguments[0].asString ?? "")
            lines.append(
                "SIG \(Self.short(signal.path.text)) PropertiesChanged \(name) \(Self.text(signal.arguments[1]))")
        case "InterfacesAdded":
            let interfaces = (signal.arguments[1].asEntries ?? []).filter {
                $0.key.asString?.hasPrefix("org.bluez.") ?? false
            }
            let text = interfaces.map { "\(Self.short($0.key.asString ?? "")) \(Self.text($0.value))" }
            let path = signal.arguments[0].asObjectPath?.text ?? ""
            lines.append("SIG InterfacesAdded \(Self.short(path)) \(text.joined(separator: " | "))")
        case "InterfacesRemoved":
            let path = signal.arguments[0].asObjectPath?.text ?? ""
            let names = (signal.arguments[1].asStrings ?? []).map { "'\(Self.short($0))'" }
            lines.append("SIG InterfacesRemoved \(Self.short(path)) [\(names.joined(separator: ", "))]")
        default: lines.append("SIG \(signal.member)")
        }
    }

    private static func words(_ error: DBusError, isSet: Bool) -> String {
        if error.isMissingObject, error.remoteName?.hasPrefix("org.freedesktop") == true { return "(no such object)" }
        if isSet { return "(not settable)" }
        return "\(error.remoteName ?? "\(error)"): \(error.remoteMessage ?? "")"
    }

    private static func short(_ text: String) -> String {
        text.replacing(device.text, with: "DEV").replacing("/org/bluez/hci0/dev_00_00_00_00_00_00", with: "DEV")
            .replacing(adapter.text, with: "HCI").replacing("org.bluez.", with: "")
    }

    /// A value as `g_variant_print` writes it, long arrays of bytes shortened.
    private static func text(_ value: DBusValue) -> String {
        switch value {
        case .boolean(let value): return "\(value)"
        case .string(let value): return "'\(value)'"
        case .uint16(let value): return "uint16 \(value)"
        case .uint32(let value): return "uint32 \(value)"
        case .objectPath(let path): return "objectpath '\(short(path.text))'"
        case .bytes([0]): return "b''"
        case .bytes(let bytes) where bytes.isEmpty: return "@ay []"
        case .bytes(let bytes) where bytes.count > 12: return "[\(bytes.count) bytes]"
        case .bytes(let bytes):
            let digits = bytes.map { "0x" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }
            return "[byte \(digits.joined(separator: ", "))]"
        case .array(let element, let members):
            return members.isEmpty ? "@a\(element) []" : "[\(members.map(text).joined(separator: ", "))]"
        case .dictionary(_, _, let entries):
            let pairs = entries.map { (name: $0.key.asString ?? "", value: $0.value.asVariant ?? $0.value) }
            let words = pairs.sorted { $0.name < $1.name }.map { name, value in
                name + "=" + (volatile.contains(name) ? "?\(value.signature)" : text(value))
            }
            return "{\(words.joined(separator: ", "))}"
        default: return "?\(value.signature)"
        }
    }
}
