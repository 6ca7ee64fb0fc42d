// Listening to signals of a bus.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import TransomGLib

/// Listens to signals until it is released or cancelled.
///
/// `g_dbus_connection_signal_subscribe`.
@MainActor
package final class DBusSubscription {
    /// Which signals are wanted; nil takes any.
    package struct Rule: Equatable, Sendable {
        /// A unique or well-known name.
        package var sender: String?
        /// The object.
        package var path: ObjectPath?
        /// The interface's name.
        package var interface: String?
        /// The signal's name.
        package var member: String?
        /// The first argument, where it is a string.
        package var argument0: String?

        /// Describes signals.
        package init(
            sender: String? = nil, path: ObjectPath? = nil, interface: String? = nil, member: String? = nil,
            argument0: String? = nil
        ) {
            self.sender = sender
            self.path = path
            self.interface = interface
            self.member = member
            self.argument0 = argument0
        }
    }

    private typealias Handler = @MainActor (DBusSignal) -> Void

    private let connection: DBusConnection
    private var id: guint

    fileprivate init(_ connection: DBusConnection, _ rule: Rule, handler: @escaping @MainActor (DBusSignal) -> Void) {
        self.connection = connection
        id = g_dbus_connection_signal_subscribe(
            connection.pointer, rule.sender, rule.interface, rule.member, rule.path?.text, rule.argument0,
            G_DBUS_SIGNAL_FLAGS_NONE,
            { _, sender, path, interface, member, arguments, data in
                guard let path = path.flatMap({ ObjectPath(String(cString: $0)) }) else { return }
                let signal = DBusSignal(
                    sender: sender.map { String(cString: $0) } ?? "", path: path,
                    interface: interface.map { String(cString: $0) } ?? "",
                    member: member.map { String(cString: $0) } ?? "",
                    arguments: DBusValue.members(ofTuple: arguments))
                nonisolated(unsafe) let data = data
                // GLib calls on the thread whose context was current at the subscription, which is the main thread.
                MainActor.assumeIsolated { CallbackBox<Handler>.value(at: data)?(signal) }
            }, CallbackBox<Handler>(handler).retainedPointer, releaseBox)
        MainLoop.wake()
    }

    /// Stops listening; no handler is called from now on.
    package func cancel() {
        if id != 0 { g_dbus_connection_signal_unsubscribe(connection.pointer, id) }
        id = 0
    }

    isolated deinit {
        cancel()
    }
}

extension DBusConnection {
    /// Listens to signals until the subscription is released.
    package func subscribe(
        _ rule: DBusSubscription.Rule, handler: @escaping @MainActor (DBusSignal) -> Void
    ) -> DBusSubscription {
        DBusSubscription(self, rule, handler: handler)
    }
}
