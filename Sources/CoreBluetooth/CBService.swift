// A service of a peripheral.
// SPDX-License-Identifier: Apache-2.0

import TransomDBus

/// A service of a peripheral, for as long as the connection lasts.
@preconcurrency @MainActor
open class CBService: CBAttribute {
    /// The peripheral that has it.
    open private(set) weak var peripheral: CBPeripheral?
    /// Whether it is a primary service.
    public let isPrimary: Bool
    /// The included services that were discovered, or nil.
    open internal(set) var includedServices: [CBService]?
    /// The characteristics that were discovered, or nil.
    open internal(set) var characteristics: [CBCharacteristic]?

    init(uuid: CBUUID, path: ObjectPath, isPrimary: Bool, peripheral: CBPeripheral) {
        self.isPrimary = isPrimary
        self.peripheral = peripheral
        super.init(uuid: uuid, path: path)
    }
}
