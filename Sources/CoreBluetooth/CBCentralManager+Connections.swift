// Connecting to peripherals.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomDBus
import TransomGLib

extension CBCentralManager {
    /// Connects to a peripheral; the delegate is told `didConnect` or `didFailToConnect`.
    ///
    /// It goes on until it succeeds, fails for good or is cancelled, as on iOS: set a deadline of your own.
    ///
    /// - Parameters:
    ///   - peripheral: A peripheral of this manager.
    ///   - options: `CBConnectPeripheralOptionStartDelayKey`.
    public func connect(_ peripheral: CBPeripheral, options: [String: Any]? = nil) {
        guard state == .poweredOn, let client, peripheral.manager === self else {
            return later {
                let error = CBError(.connectionFailed, detail: "the manager is not powered on")
                self.delegate?.centralManager(self, didFailToConnect: peripheral, error: error)
            }
        }
        switch peripheral.state {
        case .connecting: return
        case .disconnecting:
            peripheral.isWantedAgain = true
            return
        case .connected:
            return later {
                guard peripheral.state == .connected else { return }
                self.delegate?.centralManager(self, didConnect: peripheral)
            }
        case .disconnected: break
        }
        peripheral.state = .connecting
        linked[peripheral.identifier] = peripheral
        let delay = options?[CBConnectPeripheralOptionStartDelayKey] as? NSNumber
        let link = PeripheralLink(client, peripheral: peripheral) { [weak peripheral] in
            guard let peripheral else { return }
            peripheral.delegate?.peripheralIsReady(toSendWriteWithoutResponse: peripheral)
        } onEvent: { [weak self, weak peripheral] event in
            guard let self, let peripheral else { return }
            take(event, of: peripheral)
        }
        peripheral.link = link
        link.start(after: .seconds(min(max(0, delay?.doubleValue ?? 0), 86_400)))
    }

    /// Ends a connection, or gives up making one; the delegate is told `didDisconnectPeripheral` without an error.
    public func cancelPeripheralConnection(_ peripheral: CBPeripheral) {
        peripheral.isWantedAgain = false
        guard let link = peripheral.link, peripheral.state == .connected || peripheral.state == .connecting else {
            return
        }
        peripheral.state = .disconnecting
        link.cancel()
        updateDiscovery()
    }

    /// Asks to be told when one of these peripherals is connected or disconnected, by whomever; nil for none.
    public func registerForConnectionEvents(options: [CBConnectionEventMatchingOption: Any]? = nil) {
        connectionEvents = options
    }

    /// Tells of a connection where the app has asked for it.
    func tellConnectionEvent(_ path: ObjectPath, isConnected: Bool) {
        guard let connectionEvents, let peripheral = peripheral(at: path) else { return }
        let identifiers = connectionEvents[.peripheralUUIDs] as? [UUID] ?? []
        let services = connectionEvents[.serviceUUIDs] as? [CBUUID] ?? []
        let uuids = client?.value(path, BlueZ.device, "UUIDs")?.asStrings ?? []
        guard
            identifiers.contains(peripheral.identifier)
                || !Set(services).isDisjoint(with: uuids.compactMap { CBUUID(untrusted: $0) })
        else { return }
        delegate?.centralManager(
            self, connectionEventDidOccur: isConnected ? .peerConnected : .peerDisconnected, for: peripheral)
    }

    private func take(_ event: PeripheralLink.Event, of peripheral: CBPeripheral) {
        switch event {
        case .connected:
            peripheral.state = .connected
            delegate?.centralManager(self, didConnect: peripheral)
        case .missesDevice: updateDiscovery()
        case .failed(let error):
            release(peripheral, error)
            delegate?.centralManager(self, didFailToConnect: peripheral, error: error)
        case .ended(let error):
            release(peripheral, error ?? CBError(.peripheralDisconnected))
            delegate?.centralManager(
                self, didDisconnectPeripheral: peripheral, timestamp: Date().timeIntervalSinceReferenceDate,
                isReconnecting: false, error: error)
            connectAgain(peripheral)
        }
    }

    /// Answers what is pending with an error, and forgets the connection.
    private func release(_ peripheral: CBPeripheral, _ error: any Error) {
        let link = peripheral.link
        peripheral.link = nil
        peripheral.state = .disconnected
        linked[peripheral.identifier] = nil
        if present[peripheral.path] == nil { absent[peripheral.identifier] = WeakReference(peripheral) }
        link?.close(error)
        // A delegate may have connected again from inside an answer.
        if peripheral.link == nil { peripheral.services = nil }
        updateDiscovery()
    }

    private func connectAgain(_ peripheral: CBPeripheral) {
        guard peripheral.isWantedAgain else { return }
        peripheral.isWantedAgain = false
        if peripheral.state == .disconnected { connect(peripheral) }
    }
}
