// The adapter's object of the daemon.
// SPDX-License-Identifier: Apache-2.0

import TransomDBus

/// The adapter's object of the daemon: power, and who looks for which devices.
@MainActor
final class SimulatedAdapter {
    static let path: ObjectPath = "/org/bluez/hci0"
    private static let filterTypes = [
        "UUIDs": "as", "RSSI": "n", "Pathloss": "q", "Transport": "s", "DuplicateData": "b", "Discoverable": "b",
        "Pattern": "s",
    ]
    private static let filterNames = [
        "UUIDs", "RSSI", "Pathloss", "Transport", "DuplicateData", "Discoverable", "Pattern",
    ]
    private static let services = ["1801", "1800", "1200", "110c", "110e", "180a"]

    let interface: DBusExportedInterface
    private let device: SimulatedDevice
    private let radio: SimulatedRadio
    private var sessions: Set<String> = []
    private var filters: [String: [String: DBusValue]] = [:]
    private var isHearing = false

    init(device: SimulatedDevice) throws(DBusError) {
        self.device = device
        radio = device.radio
        let name = DBusValue.string("BlueZ 5.66")
        interface = DBusExportedInterface(
            try BlueZInterfaces.description(BlueZInterfaces.adapter),
            properties: [
                "Address": .string("00:AA:01:00:00:42"), "AddressType": .string("public"), "Name": name, "Alias": name,
                "Class": .uint32(0), "Powered": .boolean(true), "Discoverable": .boolean(false),
                "DiscoverableTimeout": .uint32(180), "Pairable": .boolean(false), "PairableTimeout": .uint32(0),
                "Discovering": .boolean(false), "Modalias": .string("usb:v1D6Bp0246d0542"),
                "Roles": .strings(["central", "peripheral"]),
                "UUIDs": .strings(Self.services.map(SimulatedDevice.uuid)),
            ])
        interface.onCall = { [weak self] in self?.answer($0) }
        interface.onSet = { [weak self] name, value, call in self?.set(name, value, call) }
        device.isPowered = { [weak self] in self?.isPowered ?? false }
        device.isDiscovering = { [weak self] in self.map { !$0.sessions.isEmpty } ?? false }
        device.agents.onPairable = { [weak self] isPairable in
            guard let self, interface.properties["Pairable"] != .boolean(isPairable) else { return }
            interface.change(["Pairable": .boolean(isPairable)])
        }
    }

    var isPowered: Bool { interface.properties["Powered"] == .boolean(true) }

    /// Turns the adapter on or off; what was going on ends.
    func setPower(_ isOn: Bool) {
        guard isOn != isPowered else { return }
        guard !isOn else {
            return radio.after(.zero) { [weak self] in self?.interface.change(["Powered": .boolean(true)]) }
        }
        device.linkLost()
        sessions = []
        filters = [:]
        radio.after(.zero) { [weak self] in
            self?.interface.change(["Discovering": .boolean(false), "Powered": .boolean(false)])
        }
    }

    /// The wallet may be heard from now on.
    func listen() {
        guard !isHearing else { return }
        isHearing = true
        radio.after(radio.times.advertising) { [weak self] in self?.hear() }
    }

    /// A client left the bus, or looks no more.
    func leave(_ client: String) {
        filters[client] = nil
        guard sessions.remove(client) != nil, sessions.isEmpty else { return }
        interface.change(["Discovering": .boolean(false)])
        device.discoveryEnded()
    }

    private func hear() {
        guard radio.isAdvertising, !sessions.isEmpty, isPowered, !device.isConnected else {
            isHearing = false
            return
        }
        let wanted = sessions.map { filters[$0]?["UUIDs"]?.asStrings }
        let wallet = SimulatedDevice.uuid("0001")
        let isWanted = wanted.contains { uuids in
            uuids?.contains { $0.lowercased() == wallet || SimulatedDevice.uuid(String($0.suffix(4))) == wallet }
                ?? true
        }
        if isWanted { device.seen() }
        radio.after(radio.times.advertisingInterval) { [weak self] in self?.hear() }
    }

    private func set(_ name: String, _ value: DBusValue, _ call: DBusInvocation) {
        if name == "Powered" {
            setPower(value == .boolean(true))
        } else {
            interface.change([name: value])
        }
        call.reply()
    }

    private func answer(_ call: DBusInvocation) {
        do throws(BlueZFailure) {
            switch call.method {
            case "GetDiscoveryFilters": call.reply([.strings(Self.filterNames)])
            case "SetDiscoveryFilter":
                guard isPowered else { throw .notReady }
                filters[call.sender] = try filter(call.arguments.first)
                call.reply()
            case "StartDiscovery":
                guard isPowered else { throw .notReady }
                guard sessions.insert(call.sender).inserted else { throw .busy }
                call.reply()
                if interface.properties["Discovering"] != .boolean(true) {
                    interface.change(["Discovering": .boolean(true)])
                }
                listen()
            case "StopDiscovery":
                guard isPowered else { throw .notReady }
                guard sessions.contains(call.sender) else { throw .failed("No discovery started") }
                call.reply()
                leave(call.sender)
            default:
                guard call.arguments.first?.asObjectPath == device.path, device.isKnown else { throw .doesNotExist }
                device.remove(call)
            }
        } catch {
            call.fail(error)
        }
    }

    private func filter(_ argument: DBusValue?) throws(BlueZFailure) -> [String: DBusValue] {
        let filter = argument?.asProperties ?? [:]
        for (name, value) in filter where value.signature != Self.filterTypes[name] { throw .invalidArguments }
        if let transport = filter["Transport"]?.asString, !["auto", "bredr", "le"].contains(transport) {
            throw .invalidArguments
        }
        for uuid in filter["UUIDs"]?.asStrings ?? [] where ![4, 8, 36].contains(uuid.utf8.count) {
            throw .invalidArguments
        }
        return filter
    }
}
