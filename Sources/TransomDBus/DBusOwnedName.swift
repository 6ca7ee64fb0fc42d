// Owning a name on a bus.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import TransomGLib

/// A bus name that is ours until this is released.
///
/// `g_bus_own_name_on_connection`. Export what callers of the name expect before you ask for it.
@MainActor
package final class DBusOwnedName {
    private final class State {
        var answer: ((Bool) -> Void)?
        var onLoss: (() -> Void)?
    }

    private let id: guint
    private let state: State
    /// The name.
    package let name: String

    /// Called when the name, once ours, was taken away or the connection closed.
    package var onLoss: (() -> Void)? {
        get { state.onLoss }
        set { state.onLoss = newValue }
    }

    private init(_ connection: DBusConnection, _ name: String, answer: @escaping (Bool) -> Void) {
        self.name = name
        let state = State()
        state.answer = answer
        self.state = state
        id = g_bus_own_name_on_connection(
            connection.pointer, name, G_BUS_NAME_OWNER_FLAGS_DO_NOT_QUEUE,
            { _, _, data in
                nonisolated(unsafe) let data = data
                // GLib calls on the thread whose context was current at the start, which is the main thread.
                MainActor.assumeIsolated { DBusOwnedName.tell(data, true) }
            },
            { _, _, data in
                nonisolated(unsafe) let data = data
                // As above.
                MainActor.assumeIsolated { DBusOwnedName.tell(data, false) }
            }, CallbackBox(state).retainedPointer, releaseBox)
        MainLoop.wake()
    }

    private static func tell(_ data: UnsafeMutableRawPointer?, _ isOurs: Bool) {
        guard let state = CallbackBox<State>.value(at: data) else { return }
        if let answer = state.answer {
            state.answer = nil
            answer(isOurs)
        } else if !isOurs {
            let onLoss = state.onLoss
            state.onLoss = nil
            onLoss?()
        }
    }

    /// Asks the bus for a name; throws `nameTaken` when somebody else has it.
    package static func own(_ name: String, on connection: DBusConnection) async throws(DBusError) -> DBusOwnedName {
        var owned: DBusOwnedName?
        let isOurs = await withCheckedContinuation { continuation in
            owned = DBusOwnedName(connection, name) { continuation.resume(returning: $0) }
        }
        guard isOurs, let owned else { throw connection.isClosed ? .closed : .nameTaken(name) }
        return owned
    }

    isolated deinit {
        g_bus_unown_name(id)
    }
}
