// A characteristic of a service.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import TransomDBus

/// A characteristic of a service, for as long as the connection lasts.
@preconcurrency @MainActor
open class CBCharacteristic: CBAttribute {
    /// The service that has it.
    open private(set) weak var service: CBService?
    /// What can be done with it.
    public let properties: CBCharacteristicProperties
    /// What was read or notified last in this connection.
    open internal(set) var value: Data?
    /// The descriptors that were discovered, or nil.
    open internal(set) var descriptors: [CBDescriptor]?
    /// Whether notifications are on.
    open internal(set) var isNotifying = false

    /// Whether values that BlueZ tells are for us: from the moment at which notifications are asked for.
    ///
    /// BlueZ keeps the sessions of earlier connections, and tells values that nobody has asked for in this one.
    var isListening = false
    /// The values that were delivered while the characteristic is being read; nil when it is not.
    var deliveredWhileReading: [Data]?

    init(uuid: CBUUID, path: ObjectPath, properties: CBCharacteristicProperties, service: CBService) {
        self.properties = properties
        self.service = service
        super.init(uuid: uuid, path: path)
    }
}
