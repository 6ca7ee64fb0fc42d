// An app's controller for a hardware wallet, as it is written for iOS.
// SPDX-License-Identifier: Apache-2.0

import CoreBluetooth
import Foundation

/// An app's controller for a hardware wallet, as it is written for iOS: nothing here knows that it runs on Linux.
///
/// The same file is compiled in the Swift 5 and in the Swift 6 language mode.
class WalletController: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    private let serviceUUID = CBUUID(string: "00000001-0000-1000-8000-00805f9b34fb")
    private let writeUUID = CBUUID(string: "00000002-0000-1000-8000-00805f9b34fb")
    private let notifyUUID = CBUUID(string: "00000003-0000-1000-8000-00805f9b34fb")

    var centralManager: CBCentralManager!
    var peripherals: [CBPeripheral] = []
    var connectedPeripheral: CBPeripheral?
    var writeCharacteristic: CBCharacteristic?
    var notifyCharacteristic: CBCharacteristic?

    /// Called with each line that the app would show.
    var onLog: ((String) -> Void)?
    /// Called with what the wallet sends, as hexadecimal digits.
    var onMonitor: ((String) -> Void)?
    /// Called when the wallet can be used.
    var onReady: (() -> Void)?

    override init() {
        super.init()
        centralManager = CBCentralManager(delegate: self, queue: nil)
    }

    /// Sends a packet, given as hexadecimal digits.
    func send(_ hex: String) {
        guard let peripheral = connectedPeripheral, let characteristic = writeCharacteristic else {
            onLog?("not connected")
            return
        }
        var data = Data()
        var index = hex.startIndex
        while let end = hex.index(index, offsetBy: 2, limitedBy: hex.endIndex), index < hex.endIndex {
            guard let byte = UInt8(hex[index..<end], radix: 16) else { return }
            data.append(byte)
            index = end
        }
        peripheral.writeValue(data, for: characteristic, type: .withoutResponse)
    }

    /// Ends the connection.
    func disconnect() {
        if let peripheral = connectedPeripheral { centralManager.cancelPeripheralConnection(peripheral) }
    }

    // MARK: CBCentralManagerDelegate

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        switch central.state {
        case .poweredOn:
            onLog?("on")
            central.scanForPeripherals(
                withServices: [serviceUUID], options: [CBCentralManagerScanOptionAllowDuplicatesKey: false])
        case .poweredOff: onLog?("off")
        case .unauthorized: onLog?("unauthorized")
        case .unsupported: onLog?("unsupported")
        default: break
        }
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
        rssi: NSNumber
    ) {
        let name = peripheral.name ?? advertisementData[CBAdvertisementDataLocalNameKey] as? String ?? "Unknown"
        onLog?("found \(name)")
        if !peripherals.contains(peripheral) { peripherals.append(peripheral) }
        central.stopScan()
        central.connect(peripheral, options: nil)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        connectedPeripheral = peripheral
        peripheral.delegate = self
        peripheral.discoverServices([serviceUUID])
    }

    func centralManager(_ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: Error?) {
        onLog?("failed \(error?.localizedDescription ?? "")")
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?
    ) {
        connectedPeripheral = nil
        writeCharacteristic = nil
        notifyCharacteristic = nil
        if let error = error as? CBError, error.code == .peripheralDisconnected {
            onLog?("lost")
            central.connect(peripheral)
        } else {
            onLog?("disconnected")
        }
    }

    // MARK: CBPeripheralDelegate

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: Error?) {
        for service in peripheral.services ?? [] where service.uuid == serviceUUID {
            peripheral.discoverCharacteristics([writeUUID, notifyUUID], for: service)
        }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: Error?
    ) {
        for characteristic in service.characteristics ?? [] {
            if characteristic.uuid == writeUUID, characteristic.properties.contains(.writeWithoutResponse) {
                writeCharacteristic = characteristic
            }
            if characteristic.uuid == notifyUUID {
                notifyCharacteristic = characteristic
                peripheral.setNotifyValue(true, for: characteristic)
            }
        }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic, error: Error?
    ) {
        if let error = error {
            onLog?("notify failed \(error.localizedDescription)")
        } else if characteristic.isNotifying {
            onReady?()
        }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: Error?
    ) {
        guard characteristic == notifyCharacteristic, let value = characteristic.value else { return }
        onMonitor?(value.map { String(format: "%02x", $0) }.joined())
    }
}
