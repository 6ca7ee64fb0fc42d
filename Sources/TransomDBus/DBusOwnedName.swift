// Owning a name on a bus.
// SPDX-License-Identifier: Apache-2.0

/// A bus name that is ours until this is released.
///
/// Export what callers of the name expect before you ask for it. `RequestName` and `ReleaseName` of the bus are called
/// directly: `g_bus_unown_name` would wait for the bus's answer on the main thread.
@MainActor
package final class DBusOwnedName {
    /// The name.
    package let name: String
    /// Called when the name was taken away; the end of the connection is told by the connection.
    package var onLoss: (() -> Void)?
    private let connection: DBusConnection
    private var loss: DBusSubscription?

    private init(_ connection: DBusConnection, _ name: String) {
        self.connection = connection
        self.name = name
        loss = connection.subscribe(
            .init(sender: Self.bus, interface: Self.bus, member: "NameLost", argument0: name)
        ) { [weak self] _ in
            let onLoss = self?.onLoss
            self?.onLoss = nil
            onLoss?()
        }
    }

    private static let bus = "org.freedesktop.DBus"

    private static func call(_ method: String, _ arguments: [DBusValue]) -> DBusCall {
        DBusCall(bus, "/org/freedesktop/DBus", bus, method, arguments, reply: "u")
    }

    /// Asks the bus for a name; throws `nameTaken` when somebody else has it.
    package static func own(_ name: String, on connection: DBusConnection) async throws(DBusError) -> DBusOwnedName {
        // DBUS_NAME_FLAG_DO_NOT_QUEUE; DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER and _ALREADY_OWNER.
        let answer = try await connection.call(call("RequestName", [.string(name), .uint32(4)])).first
        guard answer == .uint32(1) || answer == .uint32(4) else { throw .nameTaken(name) }
        return DBusOwnedName(connection, name)
    }

    isolated deinit {
        guard !connection.isClosed else { return }
        // The closure keeps the connection until the bus has taken the name back.
        connection.call(Self.call("ReleaseName", [.string(name)])) { [connection] _ in
            withExtendedLifetime(connection) {}
        }
    }
}
