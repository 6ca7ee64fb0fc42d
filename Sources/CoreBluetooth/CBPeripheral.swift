// A device that a central has found.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomDBus

/// A device that a central has found, and the connection to it.
///
/// Keep it while you use it: the manager keeps it only while it is connected or on its way there. Services, characteristics
/// and descriptors are of one connection: those of an earlier one are answered with `CBError.invalidHandle`.
@preconcurrency @MainActor
open class CBPeripheral: CBPeer {
    /// Is told what the peripheral answers.
    open weak var delegate: (any CBPeripheralDelegate)?
    /// How the peripheral is connected.
    open internal(set) var state = CBPeripheralState.disconnected
    /// The name that the peripheral gives itself, which may be anything; nil when it has none.
    open internal(set) var name: String?
    /// The services that were discovered in this connection, or nil.
    open internal(set) var services: [CBService]?

    /// BlueZ's object.
    var path: ObjectPath
    /// The connection, while there is one or one is wanted.
    var link: PeripheralLink?
    /// Whether it is to be connected again when it is disconnected.
    var isWantedAgain = false
    weak var manager: CBCentralManager?

    init(identifier: UUID, path: ObjectPath, name: String?, manager: CBCentralManager) {
        self.path = path
        self.name = name
        self.manager = manager
        super.init(identifier: identifier)
    }

    /// Whether notifications of other Apple devices may be shown; there are none here.
    open var ancsAuthorized: Bool { false }

    /// Whether a write without response is sent at once.
    ///
    /// After it was false, `peripheralIsReady(toSendWriteWithoutResponse:)` tells when it is true again. What is written
    /// in between waits, and is sent in order.
    open var canSendWriteWithoutResponse: Bool {
        state == .connected && link?.commands.hasRoom == true
    }

    /// How many bytes one write may have: the connection's MTU less three, and at most 512.
    ///
    /// It is known when the services are; before, it is 20. Other than on iOS it is the same with response: BlueZ would
    /// send more in pieces that not every peripheral understands.
    open func maximumWriteValueLength(for type: CBCharacteristicWriteType) -> Int {
        min((link?.mtu ?? 23) - 3, 512)
    }

    /// Asks for the strength of the link; the delegate is told.
    ///
    /// BlueZ tells it of advertisements only, so that it ends with an error once there are none.
    open func readRSSI() {
        let value = manager?.client?.value(path, BlueZ.device, "RSSI")?.asInteger
        later {
            let error = value == nil ? CBError(.operationNotSupported, detail: "BlueZ tells no RSSI now") : nil
            self.delegate?.peripheral(self, didReadRSSI: NSNumber(value: value ?? 127), error: error)
        }
    }

    /// Would open a channel beside the attributes; the delegate is told `CBError.operationNotSupported`.
    open func openL2CAPChannel(_ psm: CBL2CAPPSM) {
        later {
            self.delegate?.peripheral(self, didOpen: nil, error: CBError(.operationNotSupported))
        }
    }

    /// The connection, where there is one and the attribute is of it; else the error to answer with.
    func usableLink(for attribute: CBAttribute? = nil) throws(CBError) -> PeripheralLink {
        guard state == .connected, let link else { throw CBError(.notConnected) }
        if let attribute, !link.attributes.contains(attribute) { throw CBError(.invalidHandle) }
        return link
    }

    /// The identifier.
    open nonisolated override var description: String { "CBPeripheral \(identifier)" }
}
