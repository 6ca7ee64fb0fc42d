// The introspection data of an interface.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO

/// The methods, signals and properties of one interface, read from an introspection text.
///
/// GDBus checks calls and replies against it. `g_dbus_node_info_new_for_xml`.
@MainActor
package final class DBusInterfaceDescription {
    /// The interface's name.
    package let name: String
    let pointer: UnsafeMutablePointer<GDBusInterfaceInfo>

    private init(_ pointer: UnsafeMutablePointer<GDBusInterfaceInfo>) {
        self.pointer = g_dbus_interface_info_ref(pointer)
        name = pointer.pointee.name.map { String(cString: $0) } ?? ""
    }

    /// Reads the interfaces of an introspection text, `<node>…</node>`, by name.
    package static func read(_ xml: String) throws(DBusError) -> [String: DBusInterfaceDescription] {
        var error: UnsafeMutablePointer<GError>?
        guard let node = g_dbus_node_info_new_for_xml(xml, &error) else {
            let reason = error.map { String(cString: $0.pointee.message) } ?? "failed without a reason"
            if let error { g_error_free(error) }
            throw .invalidDescription(reason)
        }
        defer { g_dbus_node_info_unref(node) }
        var found: [String: DBusInterfaceDescription] = [:]
        var next = node.pointee.interfaces
        while let interface = next?.pointee {
            let description = DBusInterfaceDescription(interface)
            found[description.name] = description
            next = next?.advanced(by: 1)
        }
        return found
    }

    isolated deinit {
        g_dbus_interface_info_unref(pointer)
    }
}
