// A characteristic as the daemon offers it.
// SPDX-License-Identifier: Apache-2.0

import TransomDBus

/// A characteristic as the daemon offers it: one request in flight, and notify sessions that outlive the link.
@MainActor
final class SimulatedCharacteristic {
    let path: ObjectPath
    let interface: DBusExportedInterface
    let flags: Set<String>
    /// The clients that asked for notifications.
    private(set) var sessions: Set<String> = []
    /// Whether notifications are on at the peer.
    var isEnabled = false
    /// What is written reaches the peer.
    var onWrite: (([UInt8]) -> Void)?
    private var busy: DBusInvocation?
    private unowned let device: SimulatedDevice
    // The device owns its characteristics and lives longer than any of them.

    init(
        _ device: SimulatedDevice, service: ObjectPath, handle: String, uuid: String, flags: [String]
    ) throws(DBusError) {
        self.device = device
        self.flags = Set(flags)
        guard let path = ObjectPath("\(service)/char\(handle)") else { throw .invalidDescription(handle) }
        self.path = path
        var properties: [String: DBusValue] = [
            "Flags": .strings(flags), "MTU": .uint16(UInt16(clamping: device.radio.mtu)),
            "Service": .objectPath(service),
            "UUID": .string(uuid), "Value": .bytes([]),
        ]
        if flags.contains("notify") || flags.contains("indicate") { properties["Notifying"] = .boolean(false) }
        if flags.contains("notify") { properties["NotifyAcquired"] = .boolean(false) }
        if flags.contains("write-without-response") { properties["WriteAcquired"] = .boolean(false) }
        interface = DBusExportedInterface(
            try BlueZInterfaces.description(BlueZInterfaces.characteristic), properties: properties)
        interface.onCall = { [weak self] in self?.answer($0) }
    }

    /// Sends a notification, as the peer does.
    func notify(_ bytes: [UInt8]) {
        if isEnabled { interface.change(["Value": .bytes(bytes)]) }
    }

    /// The link is up and its services are known.
    func resolved() {
        interface.properties["MTU"] = .uint16(UInt16(clamping: device.radio.mtu))
        // The daemon asks again for what was asked of it before the link went.
        if !sessions.isEmpty { isEnabled = true }
    }

    /// The link is gone.
    func linkDown() {
        // Without a signal, as in the daemon.
        interface.properties["MTU"] = .uint16(23)
        let waiting = busy
        busy = nil
        waiting?.fail(.notConnected)
        isEnabled = false
    }

    /// The device is forgotten.
    func forget() {
        sessions = []
        isEnabled = false
        if interface.properties["Notifying"] != nil { interface.properties["Notifying"] = .boolean(false) }
        interface.properties["Value"] = .bytes([])
    }

    /// A client left the bus, or asked for no more notifications.
    func leave(_ client: String) {
        guard sessions.remove(client) != nil, sessions.isEmpty else { return }
        isEnabled = false
        if interface.properties["Notifying"] == .boolean(true), interface.isExported {
            interface.change(["Notifying": .boolean(false)])
        }
    }

    private func answer(_ call: DBusInvocation) {
        do throws(BlueZFailure) {
            switch call.method {
            case "ReadValue": try read(call)
            case "WriteValue": try write(call)
            case "StartNotify": try startNotify(call)
            case "StopNotify":
                guard sessions.contains(call.sender) else { throw .failed("No notify session started") }
                leave(call.sender)
                call.reply()
            case "AcquireNotify" where !sessions.isEmpty: throw .requestInFlight
            default:
                // Descriptors of one's own crash the daemons before 5.86, and nothing here asks for them.
                throw .notSupported
            }
        } catch {
            call.fail(error)
        }
    }

    private func check() throws(BlueZFailure) {
        guard device.isConnected else { throw .notConnected }
    }

    /// One request in flight; `body` runs at the peer.
    private func request(
        _ call: DBusInvocation, _ body: @escaping () throws(BlueZFailure) -> [DBusValue]
    ) throws(BlueZFailure) {
        guard busy == nil else { throw .requestInFlight }
        busy = call
        let epoch = device.radio.epoch
        device.radio.after(device.radio.times.request) { [weak self] in self?.atPeer(call, epoch, body) }
    }

    private func atPeer(
        _ call: DBusInvocation, _ epoch: Int, _ body: @escaping () throws(BlueZFailure) -> [DBusValue]
    ) {
        guard busy === call, device.radio.epoch == epoch, !device.radio.isStalled else { return }
        guard device.isAuthenticated else {
            // Without an agent the call is never answered.
            guard device.agents.pick(call.sender) != nil else { return }
            return device.authenticate(for: call.sender) { [weak self] failure in
                guard let self else { return }
                if failure == nil { return atPeer(call, epoch, body) }
                busy = nil
                call.fail(.failed("Operation failed with ATT error: 0x05"))
            }
        }
        busy = nil
        do throws(BlueZFailure) { call.reply(try body()) } catch { call.fail(error) }
    }

    private func read(_ call: DBusInvocation) throws(BlueZFailure) {
        try check()
        let isReadable = flags.contains("read") || flags.contains("notify")
        try request(call) { [weak self] () throws(BlueZFailure) in
            guard isReadable else { throw BlueZFailure("NotPermitted", "Read not permitted") }
            self?.interface.change(["Value": .bytes([0])])
            return [.bytes([0])]
        }
    }

    private func write(_ call: DBusInvocation) throws(BlueZFailure) {
        let options = call.arguments.count > 1 ? call.arguments[1].asProperties ?? [:] : [:]
        let types = ["offset": "q", "type": "s", "prepare-authorize": "b"]
        for (name, value) in options where value.signature != types[name, default: value.signature] {
            throw .invalidArguments
        }
        try check()
        let bytes = call.arguments.first?.asBytes ?? []
        guard bytes.count <= 512 else { throw BlueZFailure("InvalidArguments", "Invalid Length") }
        let type = options["type"]?.asString
        if let type, !["command", "request", "reliable"].contains(type) { throw .notSupported }
        guard (options["offset"]?.asInteger ?? 0) == 0 else {
            throw BlueZFailure("InvalidArguments", "Invalid offset")
        }
        guard type == "command" || type == nil && !flags.contains("write") else {
            return try request(call) { [weak self] () throws(BlueZFailure) in
                self?.onWrite?(bytes)
                return []
            }
        }
        guard bytes.count <= device.radio.mtu - 3 else { throw .failed("Failed to initiate write") }
        call.reply()
        let epoch = device.radio.epoch
        device.radio.after(device.radio.times.request) { [weak self] in
            guard let self, device.radio.epoch == epoch, device.isConnected else { return }
            onWrite?(bytes)
        }
    }

    private func startNotify(_ call: DBusInvocation) throws(BlueZFailure) {
        guard flags.contains("notify") || flags.contains("indicate") else { throw .notSupported }
        if !sessions.isEmpty, isEnabled {
            sessions.insert(call.sender)
            return call.reply()
        }
        guard !sessions.contains(call.sender) else { throw .requestInFlight }
        try check()
        let sender = call.sender
        try request(call) { [weak self] () throws(BlueZFailure) in
            self?.sessions.insert(sender)
            self?.isEnabled = true
            self?.interface.change(["Notifying": .boolean(true)])
            return []
        }
    }
}
