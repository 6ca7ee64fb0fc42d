// What a service's object manager tells about its objects.
// SPDX-License-Identifier: Apache-2.0

/// Follows the objects of a service that has an `org.freedesktop.DBus.ObjectManager`.
///
/// Changes are reported in the order of the bus, after the mirror has taken them in. Only the owner of the name is
/// believed: anybody on a bus may send a signal that looks like the service's.
@MainActor
package final class DBusObjectMirror {
    /// The properties of an object's interfaces, by the interfaces' names.
    package typealias Interfaces = [String: [String: DBusValue]]

    /// What has changed.
    package enum Change: Equatable, Sendable {
        /// The objects are known, at the start or after the service came back.
        case loaded
        /// The objects cannot be listed; the mirror goes on watching the name.
        case failed(DBusError)
        /// Nobody owns the name any more, or nobody has from the start; there are no objects.
        case vanished
        /// An object has interfaces that it had not.
        case added(ObjectPath, Interfaces)
        /// An object has lost interfaces: their names, and what they were.
        case removed(ObjectPath, Interfaces)
        /// Properties have new values, or exist no longer.
        case changed(ObjectPath, interface: String, [String: DBusValue], invalidated: [String])
    }

    /// The objects that are there.
    package private(set) var objects: [ObjectPath: Interfaces] = [:]
    /// The unique name of the service, or nil when there is none.
    package private(set) var owner: String?
    /// Whether the objects are known.
    package private(set) var isLoaded = false

    private let connection: DBusConnection
    private let name: String
    private let manager: ObjectPath
    private let deadline: Duration
    private let onChange: (Change) -> Void
    private var subscriptions: [DBusSubscription] = []
    private var watch: DBusNameWatch?

    /// Begins to follow a service.
    ///
    /// - Parameters:
    ///   - connection: The bus.
    ///   - name: The service's well-known name.
    ///   - manager: Where its object manager is.
    ///   - deadline: How long it may take to list the objects.
    ///   - onChange: Called for each change, on the main thread.
    package init(
        _ connection: DBusConnection, name: String, manager: ObjectPath = "/", deadline: Duration = .seconds(25),
        onChange: @escaping (Change) -> Void
    ) {
        self.connection = connection
        self.name = name
        self.manager = manager
        self.deadline = deadline
        self.onChange = onChange
        let rules: [DBusSubscription.Rule] = [
            .init(sender: name, path: manager, interface: Self.managerName, member: "InterfacesAdded"),
            .init(sender: name, path: manager, interface: Self.managerName, member: "InterfacesRemoved"),
            .init(sender: name, interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged"),
        ]
        subscriptions = rules.map { connection.subscribe($0) { [weak self] in self?.take($0) } }
        watch = DBusNameWatch(connection, name) { [weak self] in self?.ownerChanged($0) }
    }

    /// The value of a property, or nil when it, its interface or its object is not there.
    package func value(_ path: ObjectPath, _ interface: String, _ property: String) -> DBusValue? {
        objects[path]?[interface]?[property]
    }

    /// Lists the objects anew, for services that do not tell every change.
    ///
    /// - Parameter completion: Called when the mirror is up to date, or with the reason why it is not.
    package func reload(completion: @escaping (DBusError?) -> Void) {
        guard let owner else {
            completion(.remote(name: "org.freedesktop.DBus.Error.NameHasNoOwner", message: "nobody owns \(name)"))
            return
        }
        let call = DBusCall(
            owner, manager, Self.managerName, "GetManagedObjects", reply: "a{oa{sa{sv}}}", deadline: deadline)
        connection.call(call) { [weak self] result in
            guard let self, self.owner == owner else { return completion(.closed) }
            switch result {
            case .failure(let error): completion(error)
            case .success(let reply):
                objects = Self.objects(reply.values.first)
                completion(nil)
            }
        }
    }

    /// Stops following.
    package func cancel() {
        subscriptions = []
        watch = nil
        owner = nil
    }

    private static let managerName = "org.freedesktop.DBus.ObjectManager"

    private func ownerChanged(_ owner: String?) {
        self.owner = owner
        objects = [:]
        isLoaded = false
        guard owner != nil else { return onChange(.vanished) }
        reload { [weak self] error in
            guard let self, self.owner == owner, !isLoaded else { return }
            if let error { return onChange(.failed(error)) }
            isLoaded = true
            onChange(.loaded)
        }
    }

    /// Takes a signal in.
    ///
    /// One that comes before the list of objects is contained in the list.
    private func take(_ signal: DBusSignal) {
        guard isLoaded, signal.sender == owner else { return }
        let arguments = signal.arguments
        switch signal.member {
        case "PropertiesChanged":
            guard arguments.count == 3, let interface = arguments[0].asString,
                let values = arguments[1].asProperties, let invalidated = arguments[2].asStrings,
                objects[signal.path]?[interface] != nil
            else { return }
            objects[signal.path]?[interface]?.merge(values) { $1 }
            for name in invalidated { objects[signal.path]?[interface]?[name] = nil }
            onChange(.changed(signal.path, interface: interface, values, invalidated: invalidated))
        case "InterfacesAdded":
            guard arguments.count == 2, let path = arguments[0].asObjectPath else { return }
            let interfaces = Self.interfaces(arguments[1])
            objects[path, default: [:]].merge(interfaces) { $1 }
            onChange(.added(path, interfaces))
        case "InterfacesRemoved":
            guard arguments.count == 2, let path = arguments[0].asObjectPath, let names = arguments[1].asStrings,
                let present = objects[path]
            else { return }
            let gone = present.filter { names.contains($0.key) }
            let rest = present.filter { !names.contains($0.key) }
            objects[path] = rest.isEmpty ? nil : rest
            onChange(.removed(path, gone))
        default: break
        }
    }

    private static func objects(_ value: DBusValue?) -> [ObjectPath: Interfaces] {
        var objects: [ObjectPath: Interfaces] = [:]
        for entry in value?.asEntries ?? [] {
            if let path = entry.key.asObjectPath { objects[path] = interfaces(entry.value) }
        }
        return objects
    }

    private static func interfaces(_ value: DBusValue) -> Interfaces {
        var interfaces: Interfaces = [:]
        for entry in value.asEntries ?? [] {
            if let name = entry.key.asString { interfaces[name] = entry.value.asProperties ?? [:] }
        }
        return interfaces
    }
}
