// A descriptor of a characteristic.
// SPDX-License-Identifier: Apache-2.0

import TransomDBus

/// A descriptor of a characteristic, for as long as the connection lasts.
@preconcurrency @MainActor
open class CBDescriptor: CBAttribute {
    /// The characteristic that has it.
    open private(set) weak var characteristic: CBCharacteristic?
    /// What was read last in this connection: an `NSNumber`, a `String` or `Data`, as the descriptor's kind has it.
    open internal(set) var value: Any?

    init(uuid: CBUUID, path: ObjectPath, characteristic: CBCharacteristic) {
        self.characteristic = characteristic
        super.init(uuid: uuid, path: path)
    }
}
