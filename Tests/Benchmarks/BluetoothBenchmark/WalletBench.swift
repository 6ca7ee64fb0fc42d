// Round trips to a wallet through CoreBluetooth.
// SPDX-License-Identifier: Apache-2.0

import CoreBluetooth
import Foundation
import TransomGLib

/// Connects to the wallet in reach, and measures how long so many round trips take: a write without response, and the
/// notification that answers it.
@MainActor
final class WalletBench: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    private static let service = CBUUID(string: "0001")
    private static let writing = CBUUID(string: "0002")
    private static let notifying = CBUUID(string: "0003")
    /// A ping that is answered with one notification.
    private static let ping = Data(
        ([0x3f, 0x23, 0x23, 0, 1, 0, 0, 0, 3, 0x0a, 1, 0x78] + [UInt8](repeating: 0, count: 64)).prefix(64))

    private let count: Int
    private var done = 0
    private var start = ContinuousClock.now
    private var manager: CBCentralManager?
    private var peripheral: CBPeripheral?
    private var characteristic: CBCharacteristic?

    init(count: Int) {
        self.count = count
        super.init()
        manager = CBCentralManager(delegate: self, queue: nil)
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        if central.state == .poweredOn { central.scanForPeripherals(withServices: [Self.service]) }
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
        rssi: NSNumber
    ) {
        central.stopScan()
        self.peripheral = peripheral
        peripheral.delegate = self
        central.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        peripheral.discoverServices([Self.service])
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {
        MainLoop.quit()
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
        guard let service = peripheral.services?.first else { return }
        peripheral.discoverCharacteristics([Self.writing, Self.notifying], for: service)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?
    ) {
        for each in service.characteristics ?? [] {
            if each.uuid == Self.writing { characteristic = each } else { peripheral.setNotifyValue(true, for: each) }
        }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) {
        start = .now
        write(peripheral)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {
        done += 1
        if done < count { return write(peripheral) }
        let parts = (ContinuousClock.now - start).components
        let seconds = Double(parts.seconds) + Double(parts.attoseconds) / 1e18
        print("{\"count\":\(count),\"seconds\":\(seconds)}")
        fflush(nil)
        manager?.cancelPeripheralConnection(peripheral)
    }

    private func write(_ peripheral: CBPeripheral) {
        if let characteristic { peripheral.writeValue(Self.ping, for: characteristic, type: .withoutResponse) }
    }
}
