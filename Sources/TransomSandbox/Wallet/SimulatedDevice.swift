// The wallet's device object of the daemon.
// SPDX-License-Identifier: Apache-2.0

import TransomDBus

/// The wallet's device object of the daemon, with the services that are known after the first link.
@MainActor
final class SimulatedDevice {
    /// What advertises, before its services are known.
    private static let advertised = ["180a", "180f", "0001"]
    private static let services = ["0001", "1800", "1801"]
    /// The hash of the services, which a client may compare with what it knows.
    private static let databaseHash: [UInt8] = Array(1...16)

    let path: ObjectPath
    let interface: DBusExportedInterface
    let radio: SimulatedRadio
    let agents: SimulatedAgents
    /// The passkey that the wallet shows; nil for one that asks for none.
    let passkey: String?
    private(set) var characteristics: [SimulatedCharacteristic] = []
    /// How many attempts to connect fail at once.
    var failingConnects = 0
    /// Whether the adapter is on.
    var isPowered: () -> Bool = { true }
    /// Whether anybody looks for devices.
    var isDiscovering: () -> Bool = { false }

    private let tree: DBusObjectTree
    private let address: String
    private let adapter: ObjectPath
    private var objects: [(path: ObjectPath, interface: DBusExportedInterface)] = []
    private var pending: DBusInvocation?
    private var disconnecting: [() -> Void] = []
    private var bonding: (agent: SimulatedAgents.Agent?, done: (BlueZFailure?) -> Void)?
    private var isTemporary = true
    private var sightings = 0

    init(
        _ tree: DBusObjectTree, adapter: ObjectPath, address: String, radio: SimulatedRadio, agents: SimulatedAgents,
        passkey: String?
    ) throws(DBusError) {
        self.tree = tree
        self.adapter = adapter
        self.address = address
        self.radio = radio
        self.agents = agents
        self.passkey = passkey
        guard let path = ObjectPath("\(adapter)/dev_" + address.replacing(":", with: "_")) else {
            throw .invalidDescription(address)
        }
        self.path = path
        interface = DBusExportedInterface(try BlueZInterfaces.description(BlueZInterfaces.device))
        interface.onCall = { [weak self] in self?.answer($0) }
        interface.onSet = { [weak self] name, value, call in
            self?.interface.change([name: value])
            call.reply()
        }
        reset()
        try makeServices()
    }

    static func uuid(_ short: String) -> String { "0000\(short)-0000-1000-8000-00805f9b34fb" }

    /// The characteristic that the wallet notifies on.
    var notifying: SimulatedCharacteristic? { characteristics.last }

    var isKnown: Bool { tree.contains(path) }
    var isConnected: Bool { interface.properties["Connected"] == .boolean(true) }
    /// Whether the wallet lets the link read and write.
    var isAuthenticated: Bool { passkey == nil || interface.properties["Bonded"] == .boolean(true) }

    private func reset() {
        isTemporary = true
        interface.properties = [
            "Adapter": .objectPath(adapter), "Address": .string(address), "AddressType": .string("random"),
            "Alias": .string(radio.wallet.name), "Name": .string(radio.wallet.name), "Blocked": .boolean(false),
            "Bonded": .boolean(false), "Connected": .boolean(false), "LegacyPairing": .boolean(false),
            "Paired": .boolean(false), "ServicesResolved": .boolean(false), "Trusted": .boolean(false),
            "UUIDs": .strings(Self.advertised.map(Self.uuid)),
        ]
    }

    private func makeServices() throws(DBusError) {
        func service(_ handle: String, _ uuid: String) throws(DBusError) -> ObjectPath {
            guard let path = ObjectPath("\(self.path)/service\(handle)") else { throw .invalidDescription(handle) }
            let interface = DBusExportedInterface(
                try BlueZInterfaces.description(BlueZInterfaces.service),
                properties: [
                    "Device": .objectPath(self.path), "Includes": .array(of: "o", []), "Primary": .boolean(true),
                    "UUID": .string(Self.uuid(uuid)),
                ])
            objects.append((path, interface))
            return path
        }
        @discardableResult func characteristic(
            _ service: ObjectPath, _ handle: String, _ uuid: String, _ flags: [String]
        ) throws(DBusError) -> SimulatedCharacteristic {
            let made = try SimulatedCharacteristic(
                self, service: service, handle: handle, uuid: Self.uuid(uuid), flags: flags)
            characteristics.append(made)
            objects.append((made.path, made.interface))
            return made
        }
        func configuration(of characteristic: SimulatedCharacteristic, _ handle: String) throws(DBusError) {
            guard let path = ObjectPath("\(characteristic.path)/desc\(handle)") else {
                throw .invalidDescription(handle)
            }
            let interface = DBusExportedInterface(
                try BlueZInterfaces.description(BlueZInterfaces.descriptor),
                properties: [
                    "Characteristic": .objectPath(characteristic.path), "UUID": .string(Self.uuid("2902")),
                    "Value": .bytes([]),
                ])
            interface.onCall = { call in
                if call.method == "ReadValue" { return call.reply([.bytes([])]) }
                call.fail(BlueZFailure("NotPermitted", "Write not permitted"))
            }
            objects.append((path, interface))
        }
        let attributes = try service("0006", "1801")
        try configuration(of: try characteristic(attributes, "0007", "2a05", ["indicate"]), "0009")
        try characteristic(attributes, "000a", "2b29", ["read", "write"])
        let hash = try characteristic(attributes, "000c", "2b2a", ["read"])
        hash.interface.properties["Value"] = .bytes(Self.databaseHash)
        let wallet = try service("000e", "0001")
        let writing = try characteristic(wallet, "000f", "0002", ["write-without-response", "write"])
        writing.onWrite = { [weak self] in self?.written($0) }
        try configuration(of: try characteristic(wallet, "0011", "0003", ["notify"]), "0013")
    }

    // MARK: - On the air

    /// The adapter hears the wallet.
    func seen() {
        sightings += 1
        let strength = DBusValue.int16(Int16(-48 + sightings % 9))
        guard isKnown else {
            interface.properties["RSSI"] = strength
            return announce(path, interface)
        }
        interface.change(["RSSI": strength])
    }

    /// Nobody listens any more.
    func discoveryEnded() {
        if isKnown, interface.properties["RSSI"] != nil { interface.change([:], invalidated: ["RSSI"]) }
        expireLater()
    }

    /// A device that was only seen is forgotten after a while.
    private func expireLater() {
        guard isKnown, isTemporary, !isConnected else { return }
        let before = sightings
        radio.after(radio.times.temporary) { [weak self] in
            guard let self, isKnown, isTemporary, !isConnected, pending == nil, !isDiscovering(), sightings == before
            else { return }
            forget()
        }
    }

    /// Removes the device's objects: descriptors, then their characteristic, then the service, then the device.
    func forget() {
        let paths = objects.map(\.path).filter { tree.contains($0) }
        for service in paths where !service.text.contains("/char") {
            for characteristic in paths where characteristic.isWithin(service) && !characteristic.text.contains("/desc")
            {
                guard characteristic != service else { continue }
                for descriptor in paths where descriptor.isWithin(characteristic) && descriptor != characteristic {
                    tree.remove(descriptor)
                }
                tree.remove(characteristic)
            }
            tree.remove(service)
        }
        for characteristic in characteristics { characteristic.forget() }
        characteristics.first { $0.path.text.hasSuffix("char000c") }?.interface.properties["Value"] = .bytes(
            Self.databaseHash)
        tree.remove(path)
        reset()
    }

    /// The link is lost: the peer is gone, or the adapter is off.
    func linkLost() {
        guard isConnected else { return }
        radio.down()
        cancelBonding()
        interface.change(["Connected": .boolean(false), "ServicesResolved": .boolean(false)])
        for characteristic in characteristics { characteristic.linkDown() }
    }

    private func written(_ bytes: [UInt8]) {
        if radio.losing > 0 {
            radio.losing -= 1
            return
        }
        guard isAuthenticated else { return }
        for stream in radio.wallet.write(bytes) {
            for chunk in radio.chunks(stream) { send(chunk) }
        }
        if let count = radio.dropsAfter, radio.wallet.answered >= count {
            radio.dropsAfter = nil
            radio.after(.milliseconds(200)) { [weak self] in self?.linkLost() }
        }
    }

    private func send(_ chunk: [UInt8]) {
        guard radio.slowness > .zero else {
            notifying?.notify(chunk)
            return
        }
        let epoch = radio.epoch
        radio.after(radio.slowness) { [weak self] in
            if self?.radio.epoch == epoch { self?.notifying?.notify(chunk) }
        }
    }

    private func announce(_ path: ObjectPath, _ interface: DBusExportedInterface) {
        // The paths are this object's own, so nothing else is there.
        try? tree.add(path, [interface])
    }

    // MARK: - Calls

    private func answer(_ call: DBusInvocation) {
        switch call.method {
        case "Connect": connect(call)
        case "Disconnect":
            if let waiting = pending {
                pending = nil
                waiting.fail(.failed("br-connection-canceled"))
                return call.reply()
            }
            guard isConnected else { return call.reply() }
            disconnect { call.reply() }
        case "Pair":
            guard interface.properties["Bonded"] != .boolean(true) else { return call.fail(.alreadyExists) }
            guard bonding == nil else { return call.fail(.busy) }
            authenticate(for: call.sender) { call.finish($0) }
        case "CancelPairing":
            guard bonding != nil else { return call.fail(.doesNotExist) }
            cancelBonding()
            call.reply()
        default: call.fail(.notSupported)
        }
    }

    private func connect(_ call: DBusInvocation) {
        guard isPowered() else { return call.fail(.failed("Input/output error")) }
        guard !isConnected else { return call.reply() }
        guard pending == nil else { return call.fail(.failed("Operation already in progress")) }
        pending = call
        isTemporary = false
        radio.after(radio.times.connecting) { [weak self] in self?.tryToConnect(call, .zero) }
    }

    private func tryToConnect(_ call: DBusInvocation, _ waited: Duration) {
        guard pending === call else { return }
        if failingConnects > 0 || !radio.isAdvertising && waited >= radio.times.absence {
            failingConnects = max(0, failingConnects - 1)
            pending = nil
            return call.fail(.failed("le-connection-abort-by-local"))
        }
        guard radio.isAdvertising else {
            return radio.after(.milliseconds(100)) { [weak self] in
                self?.tryToConnect(call, waited + .milliseconds(100))
            }
        }
        pending = nil
        radio.up()
        interface.change(["Connected": .boolean(true)])
        call.reply()
        let isNew = objects.first.map { !tree.contains($0.path) } ?? false
        let epoch = radio.epoch
        radio.after(isNew ? radio.times.discovering : radio.times.resolving) { [weak self] in
            self?.resolve(epoch, isNew: isNew)
        }
    }

    private func resolve(_ epoch: Int, isNew: Bool) {
        guard isConnected, radio.epoch == epoch, !radio.isStalled else { return }
        for characteristic in characteristics { characteristic.resolved() }
        var changes: [String: DBusValue] = ["ServicesResolved": .boolean(true)]
        if isNew {
            for (path, interface) in objects { announce(path, interface) }
            changes["UUIDs"] = .strings(Self.services.map(Self.uuid))
        }
        interface.change(changes)
    }

    private func disconnect(then done: @escaping () -> Void) {
        disconnecting.append(done)
        guard disconnecting.count == 1 else { return }
        radio.after(radio.times.disconnecting) { [weak self] in
            guard let self else { return }
            let waiting = disconnecting
            disconnecting = []
            guard isConnected else {
                for each in waiting { each() }
                return
            }
            interface.change(["ServicesResolved": .boolean(false)])
            radio.down()
            for each in waiting { each() }
            interface.change(["Connected": .boolean(false)])
            for characteristic in characteristics { characteristic.linkDown() }
        }
    }

    /// Takes the link down where there is one, and forgets the device.
    func remove(_ call: DBusInvocation) {
        guard isConnected else {
            call.reply()
            return forget()
        }
        disconnect { [weak self] in
            call.reply()
            self?.radio.after(.zero) { self?.forget() }
        }
    }

    // MARK: - Pairing

    /// Pairs, asking the client's agent for the passkey where the wallet has one.
    func authenticate(for client: String, then done: @escaping (BlueZFailure?) -> Void) {
        let agent = agents.pick(client)
        bonding = (agent, done)
        guard let passkey else { return later(radio.times.pairing) { $0.bonded(nil) } }
        guard let agent, ["KeyboardOnly", "KeyboardDisplay"].contains(agent.capability) else {
            return later(radio.times.pairing) { $0.bonded(.authenticationFailed) }
        }
        let question = DBusCall(
            agent.client, agent.path, "org.bluez.Agent1", "RequestPasskey", [.objectPath(path)], reply: "u",
            deadline: .seconds(60))
        let number = bondingCount
        tree.connection.call(question) { [weak self] result in
            guard let self, number == bondingCount, bonding != nil else { return }
            guard case .success(let reply) = result, let key = reply.values.first?.asInteger else {
                return bonded(.authenticationFailed)
            }
            let digits = String(key)
            let isRight = String(repeating: "0", count: max(0, 6 - digits.count)) + digits == passkey
            if isRight { return later(radio.times.pairing) { $0.bonded(nil) } }
            bonded(.authenticationFailed)
            linkLost()
        }
    }

    private var bondingCount = 0

    private func later(_ time: Duration, _ body: @escaping (SimulatedDevice) -> Void) {
        let number = bondingCount
        radio.after(time) { [weak self] in
            if let self, number == bondingCount { body(self) }
        }
    }

    private func bonded(_ failure: BlueZFailure?) {
        guard let done = bonding?.done else { return }
        bonding = nil
        bondingCount += 1
        if failure == nil {
            isTemporary = false
            interface.change(["Bonded": .boolean(true), "Paired": .boolean(true)])
        }
        done(failure)
    }

    private func cancelBonding() {
        guard let waiting = bonding else { return }
        if let agent = waiting.agent {
            tree.connection.call(DBusCall(agent.client, agent.path, "org.bluez.Agent1", "Cancel"))
        }
        bonded(.authenticationCanceled)
    }
}
