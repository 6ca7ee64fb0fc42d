// A connection's services, characteristics and descriptors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomDBus
import TransomGLib

/// The services of a connection and what they have: BlueZ's objects as Apple's, each once.
@MainActor
final class AttributeTable {
    /// Somebody who waits for attributes that BlueZ has not told yet.
    private final class Waiter {
        let isThere: @MainActor () -> Bool
        let answer: @MainActor () -> Void
        var timer: TimeoutSource?

        init(isThere: @escaping @MainActor () -> Bool, answer: @escaping @MainActor () -> Void) {
            self.isThere = isThere
            self.answer = answer
        }
    }

    private let client: BlueZClient
    private weak var peripheral: CBPeripheral?
    private let device: ObjectPath
    private var services: [ObjectPath: CBService] = [:]
    private var characteristics: [ObjectPath: CBCharacteristic] = [:]
    private var descriptors: [ObjectPath: CBDescriptor] = [:]
    private var waiters: [Waiter] = []

    init(_ client: BlueZClient, peripheral: CBPeripheral) {
        self.client = client
        self.peripheral = peripheral
        device = peripheral.path
    }

    /// The objects of a kind that belong to an owner, in the order of their handles.
    ///
    /// What an object is tells its interface and never its path.
    private func objects(
        _ interface: String, _ owner: String, _ path: ObjectPath
    ) -> [(path: ObjectPath, properties: [String: DBusValue], uuid: CBUUID)] {
        client.objects.compactMap { object, interfaces in
            guard let properties = interfaces[interface], properties[owner]?.asObjectPath == path,
                let uuid = properties["UUID"]?.asString.flatMap({ CBUUID(untrusted: $0) })
            else { return nil }
            return (object, properties, uuid)
        }.sorted { $0.path < $1.path }
    }

    /// The services with one of the UUIDs, or all.
    func services(_ wanted: [CBUUID]?, primary: Bool = true) -> [CBService] {
        objects(BlueZ.service, "Device", device).compactMap { object in
            guard wanted?.contains(object.uuid) ?? true, object.properties["Primary"]?.asBoolean == primary || !primary
            else { return nil }
            return service(object.path, object.properties, object.uuid)
        }
    }

    private func service(_ path: ObjectPath, _ properties: [String: DBusValue], _ uuid: CBUUID) -> CBService? {
        if let known = services[path], known.uuid == uuid { return known }
        guard let peripheral else { return nil }
        let service = CBService(
            uuid: uuid, path: path, isPrimary: properties["Primary"]?.asBoolean ?? true, peripheral: peripheral)
        services[path] = service
        return service
    }

    /// The services that a service includes, with one of the UUIDs or all.
    func included(in service: CBService, _ wanted: [CBUUID]?) -> [CBService] {
        let paths = client.value(service.path, BlueZ.service, "Includes")?.asObjectPaths ?? []
        return services(wanted, primary: false).filter { paths.contains($0.path) }
    }

    /// The characteristics of a service with one of the UUIDs, or all.
    func characteristics(of service: CBService, _ wanted: [CBUUID]?) -> [CBCharacteristic] {
        objects(BlueZ.characteristic, "Service", service.path).compactMap { object in
            guard wanted?.contains(object.uuid) ?? true else { return nil }
            if let known = characteristics[object.path], known.uuid == object.uuid { return known }
            let characteristic = CBCharacteristic(
                uuid: object.uuid, path: object.path,
                properties: CBCharacteristicProperties(flags: object.properties["Flags"]?.asStrings ?? []),
                service: service)
            characteristics[object.path] = characteristic
            return characteristic
        }
    }

    /// The descriptors of a characteristic.
    func descriptors(of characteristic: CBCharacteristic) -> [CBDescriptor] {
        objects(BlueZ.descriptor, "Characteristic", characteristic.path).map { object in
            if let known = descriptors[object.path], known.uuid == object.uuid { return known }
            let descriptor = CBDescriptor(uuid: object.uuid, path: object.path, characteristic: characteristic)
            descriptors[object.path] = descriptor
            return descriptor
        }
    }

    /// Whether an attribute is of this connection and still there.
    func contains(_ attribute: CBAttribute) -> Bool {
        services[attribute.path] === attribute || characteristics[attribute.path] === attribute
            || descriptors[attribute.path] === attribute
    }

    /// The characteristic at a path that is in use.
    func characteristic(_ path: ObjectPath) -> CBCharacteristic? {
        characteristics[path]
    }

    /// The MTU of the connection; 23 where BlueZ does not tell it.
    var mtu: Int {
        let all = client.objects.compactMap { path, interfaces -> Int? in
            path.isWithin(device) ? interfaces[BlueZ.characteristic]?["MTU"]?.asInteger : nil
        }
        return max(23, all.max() ?? 23)
    }

    /// Answers when something is there, at once or when it has come, and else after a time.
    func wait(for isThere: @escaping @MainActor () -> Bool, answer: @escaping @MainActor () -> Void) {
        if isThere() { return later { answer() } }
        let waiter = Waiter(isThere: isThere, answer: answer)
        waiters.append(waiter)
        waiter.timer = TimeoutSource(milliseconds: client.limits.settle.asMilliseconds) { [weak self, weak waiter] in
            guard let self, let waiter else { return }
            waiters.removeAll { $0 === waiter }
            waiter.answer()
        }
    }

    /// BlueZ has told more objects.
    func attributesAdded() {
        let ready = waiters.filter { $0.isThere() }
        waiters.removeAll { waiter in ready.contains { $0 === waiter } }
        for waiter in ready { waiter.answer() }
    }

    /// BlueZ has taken an object away; returns the service that is concerned, where it was in use.
    func attributeRemoved(_ path: ObjectPath) -> CBService? {
        descriptors[path] = nil
        if let characteristic = characteristics.removeValue(forKey: path) {
            characteristic.isListening = false
            characteristic.isNotifying = false
            return characteristic.service
        }
        return services.removeValue(forKey: path)
    }

    /// Forgets what the connection had.
    func close(_ error: any Error) {
        let all = waiters
        waiters = []
        for characteristic in characteristics.values {
            characteristic.isListening = false
            characteristic.isNotifying = false
            characteristic.value = nil
        }
        services = [:]
        characteristics = [:]
        descriptors = [:]
        for waiter in all { waiter.answer() }
    }
}
