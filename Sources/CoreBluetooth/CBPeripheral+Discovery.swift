// Finding out what a peripheral has.
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension CBPeripheral {
    /// Looks for services; the delegate is told, and `services` has them.
    ///
    /// It waits until BlueZ has resolved the services, and a moment longer for those that are wanted and not there.
    ///
    /// - Parameter serviceUUIDs: Which ones; nil for all.
    public func discoverServices(_ serviceUUIDs: [CBUUID]?) {
        discover(nil) {
            Self.hasAll(serviceUUIDs, of: $0.attributes.services(serviceUUIDs))
        } answer: { peripheral, link, error in
            if let link {
                peripheral.services = Self.joined(peripheral.services, link.attributes.services(serviceUUIDs))
            }
            peripheral.delegate?.peripheral(peripheral, didDiscoverServices: error)
        }
    }

    /// Looks for the services that a service includes; the delegate is told.
    ///
    /// - Parameters:
    ///   - includedServiceUUIDs: Which ones; nil for all.
    ///   - service: A service of this connection.
    public func discoverIncludedServices(_ includedServiceUUIDs: [CBUUID]?, for service: CBService) {
        discover(service) { _ in
            true
        } answer: { peripheral, link, error in
            if let link {
                service.includedServices = Self.joined(
                    service.includedServices, link.attributes.included(in: service, includedServiceUUIDs))
            }
            peripheral.delegate?.peripheral(peripheral, didDiscoverIncludedServicesFor: service, error: error)
        }
    }

    /// Looks for the characteristics of a service; the delegate is told, and `characteristics` has them.
    ///
    /// - Parameters:
    ///   - characteristicUUIDs: Which ones; nil for all.
    ///   - service: A service of this connection.
    public func discoverCharacteristics(_ characteristicUUIDs: [CBUUID]?, for service: CBService) {
        discover(service) {
            Self.hasAll(characteristicUUIDs, of: $0.attributes.characteristics(of: service, characteristicUUIDs))
        } answer: { peripheral, link, error in
            if let link {
                service.characteristics = Self.joined(
                    service.characteristics, link.attributes.characteristics(of: service, characteristicUUIDs))
            }
            peripheral.delegate?.peripheral(peripheral, didDiscoverCharacteristicsFor: service, error: error)
        }
    }

    /// Looks for the descriptors of a characteristic; the delegate is told, and `descriptors` has them.
    ///
    /// - Parameter characteristic: A characteristic of this connection.
    public func discoverDescriptors(for characteristic: CBCharacteristic) {
        discover(characteristic) { _ in
            true
        } answer: { peripheral, link, error in
            if let link { characteristic.descriptors = link.attributes.descriptors(of: characteristic) }
            peripheral.delegate?.peripheral(peripheral, didDiscoverDescriptorsFor: characteristic, error: error)
        }
    }

    /// Waits until the services are resolved and what is wanted is there, and answers once.
    private func discover(
        _ attribute: CBAttribute?, isThere: @escaping @MainActor (PeripheralLink) -> Bool,
        answer: @escaping @MainActor (CBPeripheral, PeripheralLink?, (any Error)?) -> Void
    ) {
        let link: PeripheralLink
        do throws(CBError) { link = try usableLink(for: attribute) } catch {
            return later { answer(self, nil, error) }
        }
        link.whenResolved { error in
            if let error { return answer(self, nil, error) }
            link.attributes.wait(for: { isThere(link) }) {
                let isSame = self.link === link
                answer(self, isSame ? link : nil, isSame ? nil : CBError(.peripheralDisconnected))
            }
        }
    }

    private static func hasAll(_ wanted: [CBUUID]?, of found: [CBAttribute]) -> Bool {
        guard let wanted else { return !found.isEmpty }
        return Set(wanted).isSubset(of: found.map(\.uuid))
    }

    /// What was discovered before, and what is new.
    private static func joined<Attribute: CBAttribute>(_ known: [Attribute]?, _ found: [Attribute]) -> [Attribute] {
        let known = known ?? []
        return known + found.filter { attribute in !known.contains { $0 === attribute } }
    }
}
