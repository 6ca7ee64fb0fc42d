// Reading, writing and notifications.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import TransomDBus

extension CBPeripheral {
    /// Reads a characteristic; the delegate is told `didUpdateValueFor`.
    public func readValue(for characteristic: CBCharacteristic) {
        let path = characteristic.path
        request(characteristic) {
            AttributeQueue.Request(
                path: path, interface: BlueZ.characteristic, method: "ReadValue", arguments: [.properties([:])],
                onStart: { characteristic.deliveredWhileReading = [] }, completion: $0)
        } answer: { peripheral, result in
            let delivered = characteristic.deliveredWhileReading ?? []
            characteristic.deliveredWhileReading = nil
            switch result {
            case .success(let values):
                let data = Data(values.first?.asBytes ?? [])
                // BlueZ tells what was read as a change too, which is no second value.
                guard !delivered.contains(data) else { return }
                characteristic.value = data
                peripheral.delegate?.peripheral(peripheral, didUpdateValueFor: characteristic, error: nil)
            case .failure(let error):
                peripheral.delegate?.peripheral(peripheral, didUpdateValueFor: characteristic, error: error)
            }
        }
    }

    /// Writes a characteristic; with response the delegate is told `didWriteValueFor`.
    ///
    /// A value that is longer than `maximumWriteValueLength(for:)` is not sent.
    public func writeValue(_ data: Data, for characteristic: CBCharacteristic, type: CBCharacteristicWriteType) {
        writeValue(data, for: characteristic, type: type) { [weak self] error in
            guard let self else { return }
            switch type {
            case .withResponse: delegate?.peripheral(self, didWriteValueFor: characteristic, error: error)
            case .withoutResponse:
                if let error { misuse("a write without response was not sent. \(error.localizedDescription)") }
            }
        }
    }

    /// Writes a characteristic, and tells also without response whether BlueZ has taken it.
    ///
    /// - Parameters:
    ///   - data: What to write; at most `maximumWriteValueLength(for:)` bytes.
    ///   - characteristic: A characteristic of this connection.
    ///   - type: Whether the peripheral answers.
    ///   - completion: Gets nil or the error, once, after this has returned. A notification that the write causes may be
    ///     delivered before.
    package func writeValue(
        _ data: Data, for characteristic: CBCharacteristic, type: CBCharacteristicWriteType,
        completion: @escaping @MainActor ((any Error)?) -> Void
    ) {
        let link: PeripheralLink
        do throws(CBError) { link = try usableLink(for: characteristic) } catch {
            return later { completion(error) }
        }
        let limit = maximumWriteValueLength(for: type)
        guard data.count <= limit else {
            let detail = "\(data.count) bytes were given, and \(limit) fit into one write"
            return later { completion(CBATTError(.invalidAttributeValueLength, detail: detail)) }
        }
        switch type {
        case .withoutResponse:
            link.commands.add(.init(path: characteristic.path, data: Array(data), completion: completion))
        case .withResponse:
            link.requests.add(
                .init(
                    path: characteristic.path, interface: BlueZ.characteristic, method: "WriteValue",
                    arguments: [.bytes(Array(data)), .properties(["type": .string("request")])]
                ) { result in
                    if case .failure(let error) = result { completion(error) } else { completion(nil) }
                })
        }
    }

    /// Turns notifications on or off; the delegate is told `didUpdateNotificationStateFor`.
    ///
    /// `StartNotify` and never `AcquireNotify`, which ends the daemon's life up to BlueZ 5.85.
    public func setNotifyValue(_ enabled: Bool, for characteristic: CBCharacteristic) {
        let path = characteristic.path
        request(characteristic) { completion in
            AttributeQueue.Request(
                path: path, interface: BlueZ.characteristic, method: enabled ? "StartNotify" : "StopNotify",
                isDone: {
                    // A session that outlived the connection before is in progress; one that is not there is stopped.
                    enabled ? $0.isInProgress : $0.remoteMessage == "No notify session started"
                }, isSentAgain: false,
                // The first values may come before the answer.
                onStart: { characteristic.isListening = enabled }, completion: completion)
        } answer: { peripheral, result in
            switch result {
            case .success:
                characteristic.isNotifying = enabled
                peripheral.delegate?.peripheral(
                    peripheral, didUpdateNotificationStateFor: characteristic, error: nil)
            case .failure(let error):
                characteristic.isListening = characteristic.isNotifying
                peripheral.delegate?.peripheral(
                    peripheral, didUpdateNotificationStateFor: characteristic, error: error)
            }
        }
    }

    /// Reads a descriptor; the delegate is told `didUpdateValueFor`.
    public func readValue(for descriptor: CBDescriptor) {
        let path = descriptor.path
        request(descriptor) {
            AttributeQueue.Request(
                path: path, interface: BlueZ.descriptor, method: "ReadValue", arguments: [.properties([:])],
                completion: $0)
        } answer: { peripheral, result in
            switch result {
            case .success(let values):
                descriptor.value = Self.value(of: descriptor.uuid, values.first?.asBytes ?? [])
                peripheral.delegate?.peripheral(peripheral, didUpdateValueFor: descriptor, error: nil)
            case .failure(let error):
                peripheral.delegate?.peripheral(peripheral, didUpdateValueFor: descriptor, error: error)
            }
        }
    }

    /// Writes a descriptor; the delegate is told `didWriteValueFor`.
    ///
    /// The one that turns notifications on cannot be written, as on iOS: `setNotifyValue` does it.
    public func writeValue(_ data: Data, for descriptor: CBDescriptor) {
        guard descriptor.uuid != CBUUID(string: CBUUIDClientCharacteristicConfigurationString) else {
            return later {
                self.delegate?.peripheral(
                    self, didWriteValueFor: descriptor,
                    error: CBATTError(.writeNotPermitted, detail: "setNotifyValue turns notifications on"))
            }
        }
        let path = descriptor.path
        request(descriptor) {
            AttributeQueue.Request(
                path: path, interface: BlueZ.descriptor, method: "WriteValue",
                arguments: [.bytes(Array(data)), .properties([:])], completion: $0)
        } answer: { peripheral, result in
            var failure: (any Error)?
            if case .failure(let error) = result { failure = error }
            peripheral.delegate?.peripheral(peripheral, didWriteValueFor: descriptor, error: failure)
        }
    }

    /// Delivers a value that BlueZ tells of a characteristic; equal ones in a row are as many notifications.
    func deliver(_ bytes: [UInt8], for characteristic: CBCharacteristic) {
        guard characteristic.isListening else { return }
        let data = Data(bytes)
        characteristic.value = data
        characteristic.deliveredWhileReading?.append(data)
        delegate?.peripheral(self, didUpdateValueFor: characteristic, error: nil)
    }

    private typealias Answer = @MainActor (Result<[DBusValue], any Error>) -> Void

    /// Queues a request, or answers with the reason why it cannot be sent.
    private func request(
        _ attribute: CBAttribute, _ make: (@escaping Answer) -> AttributeQueue.Request,
        answer: @escaping @MainActor (CBPeripheral, Result<[DBusValue], any Error>) -> Void
    ) {
        do throws(CBError) {
            try usableLink(for: attribute).requests.add(make { answer(self, $0) })
        } catch {
            later { answer(self, .failure(error)) }
        }
    }

    /// A descriptor's value in the type that Apple gives it.
    private static func value(of uuid: CBUUID, _ bytes: [UInt8]) -> Any {
        switch uuid.uuidString {
        case CBUUIDCharacteristicUserDescriptionString: String(decoding: bytes, as: UTF8.self)
        case CBUUIDCharacteristicExtendedPropertiesString, CBUUIDClientCharacteristicConfigurationString,
            CBUUIDServerCharacteristicConfigurationString:
            NSNumber(value: bytes.prefix(2).reversed().reduce(0) { $0 << 8 | Int($1) })
        default: Data(bytes)
        }
    }
}
