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
    ///   - took: Called when the answer to a link that was taken is with the bus: what is told then may end the run.
    ///   - wake: Called when nobody waits for a link of this run's scheme.
    init(
        on bus: DBusAddress = .session, offer: @escaping (String) -> ReturnGate.Outcome,
        took: @escaping () -> Void, wake: @escaping () -> Void
    ) async throws(DBusError) {
        connection = try await DBusConnection.connect(to: bus)
        interface = DBusExportedInterface(try ReturnBus.interface())
        interface.onCall = { [weak connection] call in
            guard let link = call.arguments.first?.asString else {
                return call.fail("org.freedesktop.DBus.Error.InvalidArgs", "A link is missing")
            }
            switch call.method {
            case "Offer":
                let outcome = offer(link)
                call.reply([.string(outcome.rawValue)])
                guard outcome == .taken else { return }
                // The bus answers in order, so it has our answer when it gives this one.
                connection?.call(ReturnBus.bus("GetId", [], reply: "s")) { _ in took() }
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
