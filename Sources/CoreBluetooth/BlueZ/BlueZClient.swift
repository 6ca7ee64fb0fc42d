// A connection to BlueZ.
// SPDX-License-Identifier: Apache-2.0

import TransomDBus

/// A connection of a manager's own to BlueZ, and what BlueZ tells about its objects.
///
/// BlueZ binds scans, notifications and agents to the bus name that asked for them, so that each manager has its own.
@MainActor
final class BlueZClient {
    let connection: DBusConnection
    let limits: BluetoothLimits
    private var tree: DBusObjectMirror?

    init(_ connection: DBusConnection, limits: BluetoothLimits, onChange: @escaping (DBusObjectMirror.Change) -> Void) {
        self.connection = connection
        self.limits = limits
        tree = DBusObjectMirror(connection, name: BlueZ.name, deadline: limits.call, onChange: onChange)
    }

    /// The objects that BlueZ has.
    var objects: [ObjectPath: DBusObjectMirror.Interfaces] { tree?.objects ?? [:] }

    /// BlueZ's unique name, or nil when it does not run.
    var owner: String? { tree?.owner }

    /// A property's value, or nil.
    func value(_ path: ObjectPath, _ interface: String, _ property: String) -> DBusValue? {
        tree?.value(path, interface, property)
    }

    /// Reads every object anew.
    func reload(completion: @escaping (DBusError?) -> Void) {
        guard let tree else { return completion(.closed) }
        tree.reload(completion: completion)
    }

    /// Calls a method of BlueZ.
    func call(
        _ path: ObjectPath, _ interface: String, _ method: String, _ arguments: [DBusValue] = [],
        deadline: Duration? = nil, completion: @escaping (Result<[DBusValue], DBusError>) -> Void = { _ in }
    ) {
        // Sent to the owner: a new BlueZ must not get what was meant for the one before.
        let call = DBusCall(
            owner ?? BlueZ.name, path, interface, method, arguments, deadline: deadline ?? limits.call)
        // The closure keeps the connection, so that a last call is sent although the manager has gone.
        connection.call(call) { [connection] result in
            completion(result.map(\.values))
            withExtendedLifetime(connection) {}
        }
    }

    /// Stops following and closes the connection when the calls on the way are answered.
    func cancel() {
        tree?.cancel()
        tree = nil
    }
}
