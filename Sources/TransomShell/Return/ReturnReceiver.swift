// Takes the return links that other processes of this user deliver.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import TransomDBus

/// Listens on the user's bus for return links, as long as it is kept.
final class ReturnReceiver {
    private let connection: DBusConnection
    private let interface: DBusExportedInterface

    /// Begins to listen.
    ///
    /// - Parameters:
    ///   - bus: The user's bus, on which only the user's own processes are.
    ///   - offer: Judges a link and says what becomes of it.
    ///   - wake: Called when nobody waits for a link of this run's scheme.
    init(
        on bus: DBusAddress = .session, offer: @escaping (String) -> ReturnGate.Outcome, wake: @escaping () -> Void
    ) async throws(DBusError) {
        connection = try await DBusConnection.connect(to: bus)
        interface = DBusExportedInterface(try ReturnBus.interface())
        interface.onCall = { call in
            guard let link = call.arguments.first?.asString else {
                return call.fail("org.freedesktop.DBus.Error.InvalidArgs", "A link is missing")
            }
            switch call.method {
            case "Offer": call.reply([.string(offer(link).rawValue)])
            default:
                wake()
                call.reply()
            }
        }
        // What callers of the name expect is there before the name is.
        try interface.export(on: connection, at: ReturnBus.path)
        try await connection.call(ReturnBus.bus("RequestName", [.string(ReturnBus.name), .uint32(0)], reply: "u"))
    }
}
