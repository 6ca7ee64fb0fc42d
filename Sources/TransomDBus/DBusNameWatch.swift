// Watching who owns a name.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import TransomGLib

/// Tells who owns a bus name, first of all and whenever that changes, until it is released.
///
/// `g_bus_watch_name_on_connection`. It never starts a service.
@MainActor
package final class DBusNameWatch {
    private typealias Handler = @MainActor (String?) -> Void
    private let id: guint

    /// Watches a name.
    ///
    /// - Parameters:
    ///   - connection: The bus.
    ///   - name: A well-known or a unique name.
    ///   - handler: Gets the owner's unique name, or nil when there is none or the connection is closed. A name that passes
    ///     from one owner to another is reported as nil in between.
    package init(_ connection: DBusConnection, _ name: String, handler: @escaping @MainActor (String?) -> Void) {
        id = g_bus_watch_name_on_connection(
            connection.pointer, name, G_BUS_NAME_WATCHER_FLAGS_NONE,
            { _, _, owner, data in
                let owner = owner.map { String(cString: $0) }
                nonisolated(unsafe) let data = data
                // GLib calls on the thread whose context was current at the start, which is the main thread.
                MainActor.assumeIsolated { CallbackBox<Handler>.value(at: data)?(owner) }
            },
            { _, _, data in
                nonisolated(unsafe) let data = data
                // As above.
                MainActor.assumeIsolated { CallbackBox<Handler>.value(at: data)?(nil) }
            }, CallbackBox<Handler>(handler).retainedPointer, releaseBox)
        MainLoop.wake()
    }

    isolated deinit {
        g_bus_unwatch_name(id)
    }
}
