// Looking for peripherals.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import TransomDBus
import TransomGLib

extension CBCentralManager {
    /// A scan that the app has asked for.
    struct Scan {
        /// The services of which one must be advertised; nil for any.
        let services: Set<CBUUID>?
        /// Whether each advertisement is told.
        let allowsDuplicates: Bool
        /// The peripherals that were told.
        var told: Set<UUID> = []
    }

    /// Looks for peripherals; the delegate is told `didDiscover`, once for each peripheral unless duplicates are allowed.
    ///
    /// A scan that goes on is replaced.
    ///
    /// - Parameters:
    ///   - serviceUUIDs: Services of which one must be advertised; nil or none for any.
    ///   - options: `CBCentralManagerScanOptionAllowDuplicatesKey`.
    public func scanForPeripherals(withServices serviceUUIDs: [CBUUID]?, options: [String: Any]? = nil) {
        guard state == .poweredOn else {
            return misuse("a scan can only be started in the powered on state; the state is \(state).")
        }
        let services = serviceUUIDs.flatMap { $0.isEmpty ? nil : Set($0) }
        let allows = options?[CBCentralManagerScanOptionAllowDuplicatesKey]
        scan = Scan(
            services: services,
            allowsDuplicates: (allows as? Bool) ?? (allows as? NSNumber)?.boolValue ?? false)
        updateDiscovery()
        considerAll()
    }

    /// Ends the scan.
    public func stopScan() {
        scan = nil
        updateDiscovery()
    }

    /// Makes BlueZ's discovery what the scan and the connections that miss their device need.
    func updateDiscovery() {
        if linked.values.contains(where: { $0.link?.missesDevice == true }) {
            discovery?.wanted = .everything
        } else if let scan {
            discovery?.wanted = scan.services.map { .services($0.map(\.longText).sorted()) } ?? .everything
        } else {
            discovery?.wanted = nil
        }
    }

    /// Tells of the devices whose advertisements BlueZ receives already.
    func considerAll() {
        later { [weak self] in
            guard let self else { return }
            for path in (client?.objects.keys.sorted() ?? []) { consider(path) }
        }
    }

    /// Tells of a device that has advertised, where the scan is for it.
    ///
    /// BlueZ merges the filters of all clients and tells everybody everything, and it lists devices that it remembers:
    /// only those with an RSSI are there.
    func consider(_ path: ObjectPath) {
        guard let scan, let properties = client?.objects[path]?[BlueZ.device],
            let rssi = properties["RSSI"]?.asInteger, properties["Adapter"]?.asObjectPath == adapter
        else { return }
        let uuids = (properties["UUIDs"]?.asStrings ?? []).compactMap { CBUUID(untrusted: $0) }
        if let services = scan.services, services.isDisjoint(with: uuids) { return }
        guard let peripheral = peripheral(at: path) else { return }
        if !scan.allowsDuplicates, scan.told.contains(peripheral.identifier) { return }
        self.scan?.told.insert(peripheral.identifier)
        delegate?.centralManager(
            self, didDiscover: peripheral, advertisementData: Self.advertisement(properties, uuids),
            rssi: NSNumber(value: rssi))
    }

    private static func advertisement(_ properties: [String: DBusValue], _ uuids: [CBUUID]) -> [String: Any] {
        var data: [String: Any] = [CBAdvertisementDataIsConnectable: NSNumber(value: true)]
        if let name = properties["Name"]?.asString { data[CBAdvertisementDataLocalNameKey] = name }
        if !uuids.isEmpty { data[CBAdvertisementDataServiceUUIDsKey] = uuids }
        if let power = properties["TxPower"]?.asInteger {
            data[CBAdvertisementDataTxPowerLevelKey] = NSNumber(value: power)
        }
        if let first = properties["ManufacturerData"]?.asEntries?.first, let company = first.key.asInteger,
            let bytes = first.value.asVariant?.asBytes
        {
            data[CBAdvertisementDataManufacturerDataKey] =
                Data([UInt8(company & 0xff), UInt8(company >> 8 & 0xff)] + bytes)
        }
        if let services = properties["ServiceData"]?.asProperties {
            var values: [CBUUID: Data] = [:]
            for (text, value) in services {
                if let uuid = CBUUID(untrusted: text), let bytes = value.asBytes { values[uuid] = Data(bytes) }
            }
            data[CBAdvertisementDataServiceDataKey] = values
        }
        return data
    }

    /// The peripherals with these identifiers that BlueZ knows, or that the app still keeps.
    public func retrievePeripherals(withIdentifiers identifiers: [UUID]) -> [CBPeripheral] {
        let paths = client?.objects.keys.sorted() ?? []
        return identifiers.compactMap { identifier in
            if let path = paths.first(where: { self.identifier(at: $0) == identifier }) { return peripheral(at: path) }
            return linked[identifier] ?? absent[identifier]?.object
        }
    }

    /// The peripherals that are connected to this machine, by whomever, and have one of these services.
    ///
    /// Connect to them to use them.
    public func retrieveConnectedPeripherals(withServices serviceUUIDs: [CBUUID]) -> [CBPeripheral] {
        let wanted = Set(serviceUUIDs)
        return (client?.objects ?? [:]).sorted { $0.key < $1.key }.compactMap { path, interfaces in
            guard let properties = interfaces[BlueZ.device], properties["Connected"]?.asBoolean == true,
                !wanted.isDisjoint(
                    with: (properties["UUIDs"]?.asStrings ?? []).compactMap { CBUUID(untrusted: $0) })
            else { return nil }
            return peripheral(at: path)
        }
    }

    /// The identifier of the device at a path; nil when there is none, or it is another adapter's.
    private func identifier(at path: ObjectPath) -> UUID? {
        guard let adapter, let properties = client?.objects[path]?[BlueZ.device],
            properties["Adapter"]?.asObjectPath == adapter, let device = properties["Address"]?.asString,
            let address = client?.value(adapter, BlueZ.adapter, "Address")?.asString
        else { return nil }
        return deviceIdentifier(adapter: address, device: device)
    }

    /// The peripheral for the device at a path; always the same one while somebody keeps it.
    func peripheral(at path: ObjectPath) -> CBPeripheral? {
        if let known = present[path] { return known }
        guard let identifier = identifier(at: path) else { return nil }
        let name = client?.value(path, BlueZ.device, "Name")?.asString
        let known = linked[identifier] ?? absent.removeValue(forKey: identifier)?.object
        let peripheral = known ?? CBPeripheral(identifier: identifier, path: path, name: name, manager: self)
        peripheral.path = path
        if let name { peripheral.name = name }
        present[path] = peripheral
        return peripheral
    }
}
