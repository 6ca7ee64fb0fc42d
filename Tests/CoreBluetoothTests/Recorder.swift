// A delegate that writes down what it is told.
// SPDX-License-Identifier: Apache-2.0

import CoreBluetooth
import Foundation

/// A delegate of managers and peripherals that writes down what it is told, one word line for each call.
@MainActor
final class Recorder: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    /// What was told, in order.
    private(set) var events: [String] = []
    /// The peripherals that were discovered, in order.
    private(set) var discovered: [CBPeripheral] = []
    /// The advertisements of those.
    private(set) var advertisements: [[String: Any]] = []
    /// The values of a characteristic that were told, by UUID.
    private(set) var values: [String: [Data]] = [:]
    /// Called with each event after it was written down.
    var onEvent: ((String) -> Void)?

    /// How often an event was told.
    func count(_ event: String) -> Int { events.filter { $0 == event }.count }

    /// Whether an event was told.
    func has(_ event: String) -> Bool { events.contains(event) }

    /// Forgets what was told.
    func clear() {
        events = []
        discovered = []
        advertisements = []
        values = [:]
    }

    private func note(_ event: String, _ error: (any Error)? = nil) {
        let reason =
            switch error {
            case let error as CBError: " CBError.\(error.code)"
            case let error as CBATTError: " CBATTError.\(error.code.rawValue)"
            case let error?: " \(error)"
            case nil: ""
            }
        events.append(event + reason)
        onEvent?(event + reason)
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) { note("state \(central.state)") }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
        rssi: NSNumber
    ) {
        discovered.append(peripheral)
        advertisements.append(advertisementData)
        note("discover \(peripheral.name ?? "-")")
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) { note("connect") }

    func centralManager(_ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?) {
        note("fail", error)
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {
        note("disconnect", error)
    }

    func centralManager(
        _ central: CBCentralManager, connectionEventDidOccur event: CBConnectionEvent, for peripheral: CBPeripheral
    ) {
        note("event \(event)")
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
        note("services \((peripheral.services ?? []).map(\.uuid.uuidString).joined(separator: ","))", error)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverIncludedServicesFor service: CBService, error: (any Error)?
    ) {
        note("included \((service.includedServices ?? []).map(\.uuid.uuidString).joined(separator: ","))", error)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?
    ) {
        note("characteristics \((service.characteristics ?? []).map(\.uuid.uuidString).joined(separator: ","))", error)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverDescriptorsFor characteristic: CBCharacteristic, error: (any Error)?
    ) {
        note("descriptors \((characteristic.descriptors ?? []).map(\.uuid.uuidString).joined(separator: ","))", error)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {
        if error == nil { values[characteristic.uuid.uuidString, default: []].append(characteristic.value ?? Data()) }
        note("value \(characteristic.uuid)", error)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {
        note("write \(characteristic.uuid)", error)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) {
        note("notify \(characteristic.uuid) \(characteristic.isNotifying)", error)
    }

    func peripheral(_ peripheral: CBPeripheral, didUpdateValueFor descriptor: CBDescriptor, error: (any Error)?) {
        note("descriptor \(descriptor.uuid)", error)
    }

    func peripheral(_ peripheral: CBPeripheral, didWriteValueFor descriptor: CBDescriptor, error: (any Error)?) {
        note("write descriptor \(descriptor.uuid)", error)
    }

    func peripheral(_ peripheral: CBPeripheral, didReadRSSI rssi: NSNumber, error: (any Error)?) { note("rssi", error) }

    func peripheral(_ peripheral: CBPeripheral, didModifyServices invalidatedServices: [CBService]) {
        note("modified \(invalidatedServices.map(\.uuid.uuidString).joined(separator: ","))")
    }

    func peripheral(_ peripheral: CBPeripheral, didOpen channel: CBL2CAPChannel?, error: (any Error)?) {
        note("channel", error)
    }

    func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBPeripheral) { note("ready") }

    func peripheralDidUpdateName(_ peripheral: CBPeripheral) { note("name \(peripheral.name ?? "-")") }
}
