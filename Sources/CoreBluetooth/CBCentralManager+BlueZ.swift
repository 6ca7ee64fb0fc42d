// Following BlueZ: the daemon, the adapter and the devices.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomDBus
import TransomGLib

extension CBCentralManager {
    /// Connects to the bus.
    func open() {
        DBusConnection.connect(to: host.bus, deadline: host.limits.call) { [weak self] result in
            guard let self else { return }
            switch result {
            case .failure(let error): setState(error.isAccessDenied ? .unauthorized : .unsupported)
            case .success(let connection): use(connection)
            }
        }
    }

    private func use(_ connection: DBusConnection) {
        connection.onClose = { [weak self] in self?.busHasGone() }
        let client = BlueZClient(connection, limits: host.limits) { [weak self] change in self?.take(change) }
        self.client = client
        agent = PairingAgent(client, ask: host.onPairing) { [weak self] path in
            let peripheral = self?.peripheral(at: path)
            return (peripheral?.name, peripheral)
        }
    }

    /// The bus has closed the connection: nothing is left, and one more try is made after a moment.
    private func busHasGone() {
        serviceHasGone()
        client?.cancel()
        client = nil
        agent = nil
        restart = TimeoutSource(milliseconds: host.limits.restart.asMilliseconds) { [weak self] in self?.open() }
    }

    private func take(_ change: DBusObjectMirror.Change) {
        switch change {
        case .loaded:
            restart = nil
            agent?.register()
            chooseAdapter()
        case .failed(let error):
            forgetAdapter()
            setState(error.isAccessDenied ? .unauthorized : .unsupported)
        case .vanished: serviceHasGone()
        case .added(let path, let interfaces): added(path, interfaces)
        case .removed(let path, let interfaces): removed(path, interfaces)
        case .changed(let path, let interface, let values, let invalidated):
            changed(path, interface, values, invalidated)
        }
    }

    /// The daemon does not run, or runs no more; one that was there may be back in a moment.
    private func serviceHasGone() {
        agent?.cancel()
        forgetAdapter()
        guard state != .unsupported, state != .resetting else { return }
        guard state != .unknown else { return setState(.unsupported) }
        setState(.resetting)
        restart = TimeoutSource(milliseconds: host.limits.restart.asMilliseconds) { [weak self] in
            guard let self, client?.owner == nil else { return }
            setState(.unsupported)
        }
    }

    // MARK: The adapter

    /// Takes an adapter: the one in use, else the first that is on, else the first.
    private func chooseAdapter() {
        guard let client else { return }
        let all = client.objects.filter { $0.value[BlueZ.adapter] != nil }.keys.sorted()
        func isOn(_ path: ObjectPath) -> Bool { client.value(path, BlueZ.adapter, "Powered")?.asBoolean == true }
        let current = adapter.flatMap { all.contains($0) && isOn($0) ? $0 : nil }
        guard let choice = current ?? all.first(where: isOn) ?? all.first else {
            forgetAdapter()
            return setState(.unsupported)
        }
        let isOther = choice != adapter
        if isOther {
            forgetAdapter()
            adapter = choice
            beginDiscovery(client, on: choice)
        }
        setState(isOn(choice) ? .poweredOn : .poweredOff)
        // A scan goes on where the state of the one adapter was the state of the other.
        if isOther { updateDiscovery() }
    }

    private func beginDiscovery(_ client: BlueZClient, on adapter: ObjectPath) {
        discovery = DiscoverySession(client, adapter: adapter) { [weak self] in
            self?.considerAll()
        } onFailure: { [weak self] error in
            self?.scan = nil
            if error.isAccessDenied { self?.setState(.unauthorized) }
        }
    }

    private func forgetAdapter() {
        for peripheral in present.values where peripheral.link == nil {
            absent[peripheral.identifier] = WeakReference(peripheral)
        }
        present = [:]
        absent = absent.filter { $0.value.object != nil }
        adapter = nil
        discovery = nil
    }

    /// Ends every connection and the scan: the adapter is off or gone.
    func stopEverything() {
        scan = nil
        // A session ends with its adapter's power, so that the next one is a new one.
        if let adapter, let client, discovery != nil { beginDiscovery(client, on: adapter) }
        for peripheral in linked.values { peripheral.link?.abort(CBError(.peripheralDisconnected)) }
    }

    // MARK: Objects

    private func added(_ path: ObjectPath, _ interfaces: DBusObjectMirror.Interfaces) {
        if interfaces[BlueZ.adapter] != nil { chooseAdapter() }
        if interfaces[BlueZ.device] != nil {
            for peripheral in linked.values where peripheral.link?.missesDevice == true {
                // The identifier decides, for the device may have another path now.
                guard self.peripheral(at: path) === peripheral else { continue }
                peripheral.link?.deviceAppeared()
                updateDiscovery()
            }
            consider(path)
        }
        if interfaces.keys.contains(where: { $0.hasPrefix("org.bluez.Gatt") }) {
            link(at: path)?.updateMTU()
            link(at: path)?.attributes.attributesAdded()
        }
    }

    private func removed(_ path: ObjectPath, _ interfaces: DBusObjectMirror.Interfaces) {
        if interfaces[BlueZ.adapter] != nil, path == adapter {
            forgetAdapter()
            chooseAdapter()
        }
        if interfaces[BlueZ.device] != nil, let peripheral = present.removeValue(forKey: path) {
            absent[peripheral.identifier] = WeakReference(peripheral)
            absent = absent.filter { $0.value.object != nil }
            peripheral.link?.linkIsDown(CBError(.peripheralDisconnected))
        }
        if interfaces.keys.contains(where: { $0.hasPrefix("org.bluez.Gatt") }),
            let peripheral = linkedPeripheral(at: path),
            let service = peripheral.link?.attributes.attributeRemoved(path), peripheral.state == .connected
        {
            peripheral.services?.removeAll { $0 === service && interfaces[BlueZ.service] != nil }
            peripheral.delegate?.peripheral(peripheral, didModifyServices: [service])
        }
    }

    private func changed(
        _ path: ObjectPath, _ interface: String, _ values: [String: DBusValue], _ invalidated: [String]
    ) {
        switch interface {
        case BlueZ.characteristic:
            if values["MTU"] != nil { link(at: path)?.updateMTU() }
            guard let bytes = values["Value"]?.asBytes, let peripheral = linkedPeripheral(at: path),
                let characteristic = peripheral.link?.attributes.characteristic(path)
            else { return }
            peripheral.deliver(bytes, for: characteristic)
        case BlueZ.adapter:
            if let isDiscovering = values["Discovering"]?.asBoolean, path == adapter {
                discovery?.discoveringChanged(isDiscovering)
            }
            if values["Powered"] != nil { chooseAdapter() }
        case BlueZ.device:
            if let name = values["Name"]?.asString, let peripheral = present[path], peripheral.name != name {
                peripheral.name = name
                peripheral.delegate?.peripheralDidUpdateName(peripheral)
            }
            linkedPeripheral(at: path)?.link?.deviceChanged(values)
            if let isConnected = values["Connected"]?.asBoolean { tellConnectionEvent(path, isConnected: isConnected) }
            let advertised = ["RSSI", "Name", "UUIDs", "ManufacturerData", "ServiceData", "TxPower"]
            if advertised.contains(where: { values[$0] != nil }) { consider(path) }
        default: break
        }
    }

    private func linkedPeripheral(at path: ObjectPath) -> CBPeripheral? {
        linked.values.first { path.isWithin($0.path) }
    }

    private func link(at path: ObjectPath) -> PeripheralLink? {
        linkedPeripheral(at: path)?.link
    }
}
