// A connection to a bus.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import TransomGLib
import TransomGLibShims

/// A connection of our own to a bus, never shared with other code of the process.
///
/// Everything happens on the main thread, and nothing waits there: each call has a completion and a deadline. The bus sends
/// replies and signals in one order, and completions and signal handlers run in that order; the `async` forms come back one
/// turn of the main queue later, so code to which the order matters uses the completions. `GDBusConnection`.
@MainActor
package final class DBusConnection {
    private let reference: ObjectRef
    private var closing: SignalConnection?

    /// Called once when the connection is closed, by us or by the bus.
    package var onClose: (() -> Void)?

    /// The GDBusConnection.
    var pointer: OpaquePointer { OpaquePointer(reference.pointer) }

    private init(adopting pointer: OpaquePointer) {
        reference = ObjectRef(adopting: UnsafeMutableRawPointer(pointer))
        g_dbus_connection_set_exit_on_close(pointer, 0)
        let receiver = WeakReference(self)
        closing = SignalConnection(reference.pointer, receiver) { object, data, destroy in
            transom_connect_notify(
                object, "notify::closed",
                { _, _, data in
                    let connection = CallbackBox<WeakReference<DBusConnection>>.value(at: data)?.object
                    let handler = connection?.onClose
                    connection?.onClose = nil
                    handler?()
                }, data, destroy)
        }
    }

    /// The name that the bus gave us, such as `:1.42`.
    package var uniqueName: String {
        g_dbus_connection_get_unique_name(pointer).map { String(cString: $0) } ?? ""
    }

    /// Whether the connection is closed.
    package var isClosed: Bool {
        g_dbus_connection_is_closed(pointer) != 0
    }

    /// Connects to a bus.
    ///
    /// `g_dbus_connection_new_for_address`.
    ///
    /// - Parameters:
    ///   - bus: Which one.
    ///   - deadline: How long it may take to be let in.
    ///   - completion: Gets the connection or the reason, once, on the main thread.
    package static func connect(
        to bus: DBusAddress, deadline: Duration = .seconds(10),
        completion: @escaping (Result<DBusConnection, DBusError>) -> Void
    ) {
        MainLoop.join()
        let address: String
        do throws(DBusError) { address = try bus.resolved() } catch {
            completion(.failure(error))
            return
        }
        let cancellable = ObjectRef(adopting: UnsafeMutableRawPointer(g_cancellable_new()))
        let timer = TimeoutSource(milliseconds: UInt32(clamping: deadline.milliseconds)) {
            g_cancellable_cancel(cancellable.assuming())
        }
        AsyncOperation.start { ready, data in
            let flags = GDBusConnectionFlags(
                rawValue: G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
                    | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
            g_dbus_connection_new_for_address(address, flags, nil, cancellable.assuming(), ready, data)
        } finish: { _, result, _ -> Result<OpaquePointer, DBusError>? in
            var error: UnsafeMutablePointer<GError>?
            if let pointer = g_dbus_connection_new_for_address_finish(result, &error) { return .success(pointer) }
            return .failure(DBusError(taking: error, call: "the bus"))
        } completion: { outcome in
            timer.cancel()
            guard case .success(let result) = outcome else { return }
            completion(result.map { DBusConnection(adopting: $0) })
        }
        MainLoop.wake()
    }

    /// Connects to a bus.
    package static func connect(
        to bus: DBusAddress, deadline: Duration = .seconds(10)
    ) async throws(DBusError) -> DBusConnection {
        try await withCheckedContinuation { continuation in
            connect(to: bus, deadline: deadline) { continuation.resume(returning: $0) }
        }.get()
    }

    /// Calls a method.
    ///
    /// `g_dbus_connection_call_with_unix_fd_list`.
    ///
    /// - Parameters:
    ///   - call: What is called.
    ///   - completion: Gets the answer or the reason why there is none, once, on the main thread.
    package func call(_ call: DBusCall, completion: @escaping (Result<DBusReply, DBusError>) -> Void = { _ in }) {
        let flags = call.startsService ? G_DBUS_CALL_FLAGS_NONE : G_DBUS_CALL_FLAGS_NO_AUTO_START
        AsyncOperation.start { ready, data in
            g_dbus_connection_call_with_unix_fd_list(
                pointer, call.destination, call.path.text, call.interface, call.method,
                DBusValue.floatingTuple(call.arguments), nil, flags, gint(clamping: max(1, call.deadline.milliseconds)),
                nil, nil, ready, data)
        } finish: { source, result, _ -> Result<DBusReply, DBusError>? in
            Self.finish(OpaquePointer(source), result, call)
        } completion: { outcome in
            if case .success(let result) = outcome { completion(result) }
        }
        MainLoop.wake()
    }

    private static func finish(
        _ connection: OpaquePointer?, _ result: OpaquePointer?, _ call: DBusCall
    ) -> Result<DBusReply, DBusError> {
        var error: UnsafeMutablePointer<GError>?
        var list: UnsafeMutablePointer<GUnixFDList>?
        let tuple = g_dbus_connection_call_with_unix_fd_list_finish(connection, &list, result, &error)
        guard let tuple else { return .failure(DBusError(taking: error, call: call.description)) }
        defer { g_variant_unref(tuple) }
        let reply = DBusReply(
            values: DBusValue.members(ofTuple: tuple), descriptors: DBusDescriptors(taking: list))
        let given = String(cString: g_variant_get_type_string(tuple)).dropFirst().dropLast()
        if let expected = call.reply, expected != given {
            return .failure(.wrongSignature(call.description, expected: expected, given: String(given)))
        }
        return .success(reply)
    }

    /// Calls a method and returns the values of the answer.
    @discardableResult
    package func call(_ call: DBusCall) async throws(DBusError) -> [DBusValue] {
        try await withCheckedContinuation { (continuation: CheckedContinuation<Result<DBusReply, DBusError>, Never>) in
            self.call(call) { continuation.resume(returning: $0) }
        }.get().values
    }

    /// Sends a signal to everybody who listens.
    ///
    /// `g_dbus_connection_emit_signal`. What is sent on a closed connection is lost, as a signal may be.
    package func emit(_ path: ObjectPath, _ interface: String, _ member: String, _ arguments: [DBusValue] = []) {
        _ = g_dbus_connection_emit_signal(
            pointer, nil, path.text, interface, member, DBusValue.floatingTuple(arguments), nil)
    }

    /// Closes the connection; what is still to be answered fails with `closed`.
    ///
    /// `g_dbus_connection_close`.
    package func close() {
        guard !isClosed else { return }
        g_dbus_connection_close(pointer, nil, nil, nil)
        MainLoop.wake()
    }

    isolated deinit {
        if g_dbus_connection_is_closed(pointer) == 0 { g_dbus_connection_close(pointer, nil, nil, nil) }
    }
}
