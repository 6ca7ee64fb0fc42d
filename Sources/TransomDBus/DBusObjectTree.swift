// A tree of objects that we offer, with an object manager.
// SPDX-License-Identifier: Apache-2.0

/// Objects that we offer on a bus, announced by `org.freedesktop.DBus.ObjectManager`.
///
/// Every object lists `Introspectable` and `Properties` beside its own interfaces, as services made with libdbus do.
@MainActor
package final class DBusObjectTree {
    /// The bus.
    package let connection: DBusConnection
    private let manager: DBusExportedInterface
    private var objects: [ObjectPath: [DBusExportedInterface]] = [:]

    private static let introspectable = "org.freedesktop.DBus.Introspectable"
    private static let propertiesName = "org.freedesktop.DBus.Properties"
    private static let managerName = "org.freedesktop.DBus.ObjectManager"
    private static let managerText = """
        <node><interface name='org.freedesktop.DBus.ObjectManager'>
        <method name='GetManagedObjects'><arg name='objects' type='a{oa{sa{sv}}}' direction='out'/></method>
        <signal name='InterfacesAdded'><arg name='object' type='o'/><arg name='interfaces' type='a{sa{sv}}'/></signal>
        <signal name='InterfacesRemoved'><arg name='object' type='o'/><arg name='interfaces' type='as'/></signal>
        </interface></node>
        """

    /// Offers an object manager and no objects yet.
    ///
    /// - Parameters:
    ///   - connection: The bus.
    ///   - path: Where the manager is.
    /// - Throws: `unreachable` when there is a manager at that path already.
    package init(_ connection: DBusConnection, at path: ObjectPath = "/") throws(DBusError) {
        self.connection = connection
        guard let description = try DBusInterfaceDescription.read(Self.managerText)[Self.managerName] else {
            throw .invalidDescription(Self.managerName)
        }
        manager = DBusExportedInterface(description)
        try manager.export(on: connection, at: path)
        manager.onCall = { [weak self] call in call.reply([self?.managedObjects ?? .structure([])]) }
    }

    /// The paths of the objects that are there.
    package var paths: [ObjectPath] { objects.keys.sorted() }

    /// Whether there is an object at a path.
    package func contains(_ path: ObjectPath) -> Bool { objects[path] != nil }

    /// Adds an object and announces it.
    ///
    /// - Throws: `unreachable` when there is an object with one of the interfaces at that path.
    package func add(_ path: ObjectPath, _ interfaces: [DBusExportedInterface], announced: Bool = true)
        throws(DBusError)
    {
        for interface in interfaces { try interface.export(on: connection, at: path) }
        objects[path, default: []] += interfaces
        if announced { manager.emit("InterfacesAdded", [.objectPath(path), Self.content(interfaces)]) }
    }

    /// Removes an object and announces it; harmless when there is none.
    package func remove(_ path: ObjectPath) {
        guard let interfaces = objects.removeValue(forKey: path) else { return }
        for interface in interfaces { interface.unexport() }
        manager.emit(
            "InterfacesRemoved",
            [
                .objectPath(path),
                .strings([Self.propertiesName, Self.introspectable] + interfaces.map(\.description.name)),
            ])
    }

    /// Removes the manager and every object without a word.
    package func unexport() {
        manager.unexport()
        for interface in objects.values.joined() { interface.unexport() }
        objects = [:]
    }

    private var managedObjects: DBusValue {
        .dictionary(
            key: "o", value: "a{sa{sv}}",
            objects.sorted { $0.key < $1.key }.map { .init(.objectPath($0.key), Self.content($0.value)) })
    }

    private static func content(_ interfaces: [DBusExportedInterface]) -> DBusValue {
        let own = interfaces.map { ($0.description.name, $0.properties) }
        return .dictionary(
            key: "s", value: "a{sv}",
            ([(introspectable, [:])] + own + [(propertiesName, [:])]).map { .init(.string($0.0), .properties($0.1)) })
    }

    isolated deinit {
        unexport()
    }
}
