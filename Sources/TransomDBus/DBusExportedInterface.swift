// An interface that we offer on an object.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import TransomGLib

/// An interface that we offer on an object: its properties, and what answers its calls.
///
/// `g_dbus_connection_register_object`; `org.freedesktop.DBus.Properties` is answered here from `properties`.
@MainActor
package final class DBusExportedInterface {
    /// The interface's introspection data.
    package let description: DBusInterfaceDescription
    /// The values of the properties; one that is missing here does not exist for now.
    ///
    /// Setting them tells nobody: use `change` for that.
    package var properties: [String: DBusValue]
    /// Answers a call.
    package var onCall: ((DBusInvocation) -> Void)?
    /// Answers the setting of a property: sets it, and replies or fails.
    ///
    /// Without a handler setting is refused.
    package var onSet: ((_ name: String, _ value: DBusValue, _ invocation: DBusInvocation) -> Void)?

    /// Where it is exported.
    package private(set) var path: ObjectPath?
    private var connection: DBusConnection?
    private var registration: guint = 0

    /// Makes an interface that is not exported yet.
    package init(_ description: DBusInterfaceDescription, properties: [String: DBusValue] = [:]) {
        self.description = description
        self.properties = properties
    }

    /// Whether callers can reach it.
    package var isExported: Bool { registration != 0 }

    /// Offers the interface on an object.
    ///
    /// - Throws: `unreachable` when the object has that interface already.
    package func export(on connection: DBusConnection, at path: ObjectPath) throws(DBusError) {
        precondition(!isExported, "The interface \(description.name) is exported at \(self.path?.text ?? "") already.")
        var table = GDBusInterfaceVTable()
        table.method_call = Self.methodCall
        var error: UnsafeMutablePointer<GError>?
        // GDBus copies the table. Without the functions for properties it hands those calls to `method_call`.
        registration = g_dbus_connection_register_object(
            connection.pointer, path.text, description.pointer, &table,
            CallbackBox(WeakReference(self)).retainedPointer, releaseBox, &error)
        guard registration != 0 else { throw DBusError(taking: error, call: "export") }
        self.connection = connection
        self.path = path
    }

    /// Takes the interface back; calls from now on fail with `UnknownMethod` or `UnknownObject`.
    package func unexport() {
        if let connection, registration != 0 {
            g_dbus_connection_unregister_object(connection.pointer, registration)
        }
        registration = 0
        connection = nil
        path = nil
    }

    /// Sets properties and tells everybody.
    ///
    /// - Parameters:
    ///   - values: The new values.
    ///   - invalidated: Names of properties that no longer exist.
    package func change(_ values: [String: DBusValue], invalidated: [String] = []) {
        properties.merge(values) { $1 }
        for name in invalidated { properties[name] = nil }
        guard let connection, let path else { return }
        connection.emit(
            path, "org.freedesktop.DBus.Properties", "PropertiesChanged",
            [.string(description.name), .properties(values), .strings(invalidated)])
    }

    /// Sends a signal of this interface.
    package func emit(_ member: String, _ arguments: [DBusValue] = []) {
        guard let connection, let path else { return }
        connection.emit(path, description.name, member, arguments)
    }

    private static let methodCall: GDBusInterfaceMethodCallFunc = {
        _, sender, path, interface, method, arguments, invocation, data in
        guard let invocation else { return }
        let sender = sender.map { String(cString: $0) } ?? ""
        let path = path.flatMap { ObjectPath(String(cString: $0)) } ?? "/"
        let interface = interface.map { String(cString: $0) } ?? ""
        let method = method.map { String(cString: $0) } ?? ""
        let values = DBusValue.members(ofTuple: arguments)
        nonisolated(unsafe) let (pointer, data) = (invocation, data)
        // GLib calls on the thread whose context was current at the export, which is the main thread.
        MainActor.assumeIsolated {
            let call = DBusInvocation(taking: pointer, sender: sender, path: path, method: method, arguments: values)
            guard let receiver = CallbackBox<WeakReference<DBusExportedInterface>>.value(at: data)?.object else {
                return
            }
            if interface == "org.freedesktop.DBus.Properties" {
                receiver.answerProperties(call)
            } else if let onCall = receiver.onCall {
                onCall(call)
            } else {
                call.fail("org.freedesktop.DBus.Error.NotSupported", "\(method) is not supported")
            }
        }
    }

    /// Answers `Get`, `Set` and `GetAll`; GDBus has checked names, access and types.
    private func answerProperties(_ call: DBusInvocation) {
        let name = call.arguments.count > 1 ? call.arguments[1].asString ?? "" : ""
        switch call.method {
        case "GetAll": call.reply([.properties(properties)])
        case "Get":
            if let value = properties[name] {
                call.reply([.variant(value)])
            } else {
                call.fail("org.freedesktop.DBus.Error.InvalidArgs", "No such property \"\(name)\"")
            }
        case "Set":
            if let onSet, call.arguments.count == 3, let value = call.arguments[2].asVariant {
                onSet(name, value, call)
            } else {
                call.fail("org.freedesktop.DBus.Error.PropertyReadOnly", "\(name) cannot be set")
            }
        default: call.fail("org.freedesktop.DBus.Error.UnknownMethod", "There is no such method")
        }
    }

    isolated deinit {
        unexport()
    }
}
