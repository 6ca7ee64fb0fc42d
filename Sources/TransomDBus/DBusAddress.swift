// Which bus is meant.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import Foundation

/// Which bus is meant.
package enum DBusAddress: Equatable, Sendable {
    /// The machine's bus: `DBUS_SYSTEM_BUS_ADDRESS`, else the well-known socket.
    case system
    /// The user's bus: `DBUS_SESSION_BUS_ADDRESS`, else the socket in `XDG_RUNTIME_DIR`.
    ///
    /// None is started where there is none.
    case session
    /// The bus at a D-Bus address, such as `unix:path=/run/user/1000/transom/bus`.
    case address(String)

    /// The address as text.
    ///
    /// `g_dbus_address_get_for_bus_sync`, which only reads the environment for the system bus.
    func resolved() throws(DBusError) -> String {
        switch self {
        case .address(let text):
            guard g_dbus_is_address(text) != 0 else { throw .unreachable("\"\(text)\" is not a D-Bus address") }
            return text
        case .system:
            var error: UnsafeMutablePointer<GError>?
            guard let text = g_dbus_address_get_for_bus_sync(G_BUS_TYPE_SYSTEM, nil, &error) else {
                throw DBusError(taking: error, call: "the system bus")
            }
            defer { g_free(text) }
            return String(cString: text)
        case .session:
            if let text = getenv("DBUS_SESSION_BUS_ADDRESS").map({ String(cString: $0) }), g_dbus_is_address(text) != 0
            {
                return text
            }
            guard let folder = getenv("XDG_RUNTIME_DIR").map({ String(cString: $0) }),
                FileManager.default.fileExists(atPath: folder + "/bus"),
                let escaped = g_dbus_address_escape_value(folder)
            else { throw .unreachable("neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR names a bus") }
            defer { g_free(escaped) }
            return "unix:path=" + String(cString: escaped) + "/bus"
        }
    }
}
