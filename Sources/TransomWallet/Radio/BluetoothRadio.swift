// Wallets over Bluetooth LE.
// SPDX-License-Identifier: Apache-2.0

import CoreBluetooth
import Foundation
import TransomDBus

/// Wallets over Bluetooth LE, reached with `CoreBluetooth`.
///
/// A wallet is paired first where it is not, then connected; its service is found by UUID and notifications are turned on;
/// only then is it ready. What is written is cut to what the link carries.
@MainActor
final class BluetoothRadio: NSObject, WalletRadio {
    private enum Stage {
        case pairing, connecting, discovering, subscribing, ready
    }

    private struct Link {
        let peripheral: CBPeripheral
        var stage: Stage
        var write: CBCharacteristic?
    }

    var onEvent: ((WalletRadioEvent) -> Void)?
    var onPasskey: ((_ answer: @escaping (Int?) -> Void) -> Void)?
    var onPasskeyOver: (() -> Void)?

    private let service: CBUUID
    private let writeUUID: CBUUID
    private let notifyUUID: CBUUID
    private let bus: DBusAddress
    private var central: CBCentralManager?
    private var peripherals: [UUID: CBPeripheral] = [:]
    private var link: Link?
    /// How many connections were asked for.
    private var attempts = 0
    /// Links that we end, until the manager has said so.
    private var leaving: Set<UUID> = []

    init(_ settings: WalletSettings, bus: DBusAddress) {
        service = CBUUID(string: settings.service)
        writeUUID = CBUUID(string: settings.write)
        notifyUUID = CBUUID(string: settings.notify)
        self.bus = bus
        super.init()
    }

    var state: WalletRadioState {
        switch central?.state {
        case nil, .unknown?: .unknown
        case .poweredOn?: .available
        case .poweredOff?: .unavailable(.unavailable("Bluetooth is turned off"))
        case .unauthorized?: .unavailable(.unavailable("this user may not use Bluetooth"))
        case .resetting?: .unavailable(.unavailable("the Bluetooth service is starting again"))
        case .unsupported?: .unavailable(.unavailable("this machine has no Bluetooth adapter"))
        }
    }

    func begin() {
        let others = BluetoothHost.current
        var host = BluetoothHost(bus: bus)
        host.onPairing = { [weak self] in self?.pair($0) ?? $0.reject() }
        BluetoothHost.current = host
        central = CBCentralManager(delegate: self, queue: nil)
        BluetoothHost.current = others
    }

    func end() {
        onEvent = nil
        link = nil
        guard let central else { return }
        self.central = nil
        // Kept until BlueZ has answered: it would keep the link.
        central.shutDown { withExtendedLifetime(central) {} }
    }

    func startScan() {
        central?.scanForPeripherals(withServices: [service], options: nil)
    }

    func stopScan() {
        central?.stopScan()
    }

    func knows(_ id: UUID) -> Bool { peripheral(id) != nil }

    func connect(_ id: UUID) {
        guard let central, let peripheral = peripheral(id) else {
            return later { $0.emit(.failed(id, .notFound)) }
        }
        leaving.remove(id)
        peripheral.delegate = self
        attempts += 1
        let attempt = attempts
        link = Link(peripheral: peripheral, stage: .pairing)
        guard !peripheral.isPaired else { return start(peripheral, on: central) }
        peripheral.pair { [weak self] error in
            // What comes of a pairing that was cancelled says nothing of the attempt that has followed it.
            guard let self, attempts == attempt, isCurrent(peripheral, in: .pairing), let central = self.central else {
                return
            }
            if let error, Self.isRefusal(error) { return fail(.unpaired) }
            start(peripheral, on: central)
        }
    }

    func disconnect(_ id: UUID) {
        guard let link, link.peripheral.identifier == id else {
            return later { $0.emit(.lost(id, nil)) }
        }
        if link.stage == .ready { leaving.insert(id) }
        if link.stage == .pairing { link.peripheral.cancelPairing() }
        self.link = nil
        central?.cancelPeripheralConnection(link.peripheral)
    }

    func write(_ bytes: [UInt8], withResponse: Bool, completion: @escaping (WalletFault?) -> Void) {
        guard let link, link.stage == .ready, let characteristic = link.write else {
            return later { _ in completion(.notConnected) }
        }
        let canCommand = characteristic.properties.contains(.writeWithoutResponse)
        let type: CBCharacteristicWriteType = withResponse || !canCommand ? .withResponse : .withoutResponse
        let size = max(1, link.peripheral.maximumWriteValueLength(for: type))
        let pieces = stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
        var open = pieces.count
        var fault: WalletFault?
        for piece in pieces {
            link.peripheral.writeValue(Data(piece), for: characteristic, type: type) { error in
                if let error, fault == nil { fault = .write(error.localizedDescription) }
                open -= 1
                if open == 0 { completion(fault) }
            }
        }
    }

    // MARK: - Steps

    private func start(_ peripheral: CBPeripheral, on central: CBCentralManager) {
        link?.stage = .connecting
        central.connect(peripheral)
    }

    /// Ends an attempt.
    private func fail(_ fault: WalletFault) {
        guard let peripheral = link?.peripheral else { return }
        link = nil
        central?.cancelPeripheralConnection(peripheral)
        emit(.failed(peripheral.identifier, fault))
    }

    private func isCurrent(_ peripheral: CBPeripheral, in stage: Stage) -> Bool {
        link?.peripheral === peripheral && link?.stage == stage
    }

    private func peripheral(_ id: UUID) -> CBPeripheral? {
        if let known = peripherals[id] { return known }
        let retrieved = central?.retrievePeripherals(withIdentifiers: [id]).first
        peripherals[id] = retrieved
        return retrieved
    }

    private func emit(_ event: WalletRadioEvent) { onEvent?(event) }

    private func later(_ body: @escaping @MainActor (BluetoothRadio) -> Void) {
        Task { @MainActor [weak self] in if let self { body(self) } }
    }

    /// Whether the wallet or its user refused to pair.
    private static func isRefusal(_ error: any Error) -> Bool {
        switch error {
        case let error as CBATTError: error.code == .insufficientAuthentication
        case let error as CBError:
            [.peerRemovedPairingInformation, .encryptionTimedOut, .operationCancelled].contains(error.code)
        default: false
        }
    }

    private func pair(_ request: PairingRequest) {
        guard request.kind == .passkey, let onPasskey else {
            // Whatever else is asked, a wallet has no keys to answer it with.
            if case .display = request.kind { return }
            return request.reject()
        }
        request.onCancel = { [weak self] in self?.onPasskeyOver?() }
        onPasskey { digits in
            if let digits, let passkey = UInt32(exactly: digits) {
                request.answer(passkey: passkey)
            } else {
                request.reject()
            }
        }
    }
}

extension BluetoothRadio: CBCentralManagerDelegate {
    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        if central.state != .poweredOn {
            link = nil
            leaving = []
            peripherals = [:]
        }
        emit(.stateChanged)
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
        rssi: NSNumber
    ) {
        peripherals[peripheral.identifier] = peripheral
        let name = advertisementData[CBAdvertisementDataLocalNameKey] as? String ?? peripheral.name ?? ""
        emit(.found(peripheral.identifier, name: name))
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        guard isCurrent(peripheral, in: .connecting) else { return }
        link?.stage = .discovering
        peripheral.discoverServices([service])
    }

    func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
    ) {
        guard link?.peripheral === peripheral else { return }
        fail(.connect(error?.localizedDescription ?? "the wallet could not be connected"))
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {
        let id = peripheral.identifier
        if leaving.remove(id) != nil { return emit(.lost(id, nil)) }
        guard let link, link.peripheral === peripheral else { return }
        self.link = nil
        emit(link.stage == .ready ? .lost(id, .lost) : .failed(id, .lost))
    }
}

extension BluetoothRadio: CBPeripheralDelegate {
    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
        guard isCurrent(peripheral, in: .discovering) else { return }
        guard error == nil, let found = peripheral.services?.first(where: { $0.uuid == service }) else {
            return fail(.noService)
        }
        peripheral.discoverCharacteristics([writeUUID, notifyUUID], for: found)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?
    ) {
        guard isCurrent(peripheral, in: .discovering) else { return }
        let found = service.characteristics ?? []
        guard error == nil, let write = found.first(where: { $0.uuid == writeUUID }),
            let notify = found.first(where: { $0.uuid == notifyUUID })
        else { return fail(.noService) }
        link?.write = write
        link?.stage = .subscribing
        peripheral.setNotifyValue(true, for: notify)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) {
        guard isCurrent(peripheral, in: .subscribing), characteristic.uuid == notifyUUID else { return }
        if let error {
            return fail(Self.isRefusal(error) ? .unpaired : .connect(error.localizedDescription))
        }
        link?.stage = .ready
        emit(.ready(peripheral.identifier))
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {
        guard isCurrent(peripheral, in: .ready), characteristic.uuid == notifyUUID, error == nil else { return }
        emit(.notified(peripheral.identifier, characteristic.value.map { Array($0) } ?? []))
    }

    func peripheral(_ peripheral: CBPeripheral, didModifyServices invalidatedServices: [CBService]) {
        guard isCurrent(peripheral, in: .ready), invalidatedServices.contains(where: { $0.uuid == service }) else {
            return
        }
        // Its handles may be other ones now.
        let id = peripheral.identifier
        link = nil
        central?.cancelPeripheralConnection(peripheral)
        emit(.lost(id, .lost))
    }
}
