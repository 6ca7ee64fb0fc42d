// Who is told what a central sees.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Is told what a central sees, on the main thread.
///
/// Every method but the first is optional, as on iOS.
@preconcurrency @MainActor
public protocol CBCentralManagerDelegate: NSObjectProtocol {
    /// The manager's state is another one, or is known for the first time.
    func centralManagerDidUpdateState(_ central: CBCentralManager)
    /// The system made the app again with what it did before; it does not happen here.
    func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any])
    /// A scan has found a peripheral.
    ///
    /// - Parameters:
    ///   - central: The manager.
    ///   - peripheral: The peripheral; keep it to connect to it.
    ///   - advertisementData: What it advertises, under the keys `CBAdvertisementData…`.
    ///   - rssi: The strength in dBm.
    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
        rssi: NSNumber)
    /// A connection is there.
    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral)
    /// A connection could not be made.
    func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?)
    /// A connection has ended; without an error the app has ended it.
    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?)
    /// A connection has ended; whoever implements this is not told in the older spelling.
    ///
    /// - Parameters:
    ///   - central: The manager.
    ///   - peripheral: The peripheral.
    ///   - timestamp: When, in seconds since 2001.
    ///   - isReconnecting: Whether the system connects again by itself; it never does here.
    ///   - error: Why, or nil when the app has ended it.
    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, timestamp: CFAbsoluteTime,
        isReconnecting: Bool, error: (any Error)?)
    /// A connection of a peripheral that `registerForConnectionEvents` named came or went.
    func centralManager(
        _ central: CBCentralManager, connectionEventDidOccur event: CBConnectionEvent, for peripheral: CBPeripheral)
}

extension CBCentralManagerDelegate {
    /// Does nothing.
    public func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {}
    /// Does nothing.
    public func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
        rssi: NSNumber
    ) {}
    /// Does nothing.
    public func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {}
    /// Does nothing.
    public func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
    ) {}
    /// Does nothing.
    public func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {}
    /// Tells it in the older spelling.
    public func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, timestamp: CFAbsoluteTime,
        isReconnecting: Bool, error: (any Error)?
    ) {
        centralManager(central, didDisconnectPeripheral: peripheral, error: error)
    }
    /// Does nothing.
    public func centralManager(
        _ central: CBCentralManager, connectionEventDidOccur event: CBConnectionEvent, for peripheral: CBPeripheral
    ) {}
}
