// A private bus with a daemon that has one wallet.
// SPDX-License-Identifier: Apache-2.0

package import TransomDBus

/// A private bus with an `org.bluez` that behaves as bluetoothd 5.66 was recorded to, and has one wallet.
///
/// No Bluetooth is used. What BlueZ's clients see, errors and their texts included, is compared with a recording of the real
/// daemon by a test; notifications over descriptors (`AcquireNotify`, `AcquireWrite`) are not offered.
@MainActor
package final class SimulatedBluetooth {
    /// What kind of wallet there is, and how fast.
    package struct Settings: Sendable, Equatable {
        /// The advertised name.
        package var name = "Touch 1A2B"
        /// The Bluetooth address.
        package var address = "C4:11:22:33:44:55"
        /// What the link agrees on, 23 to 517.
        package var mtu = 247
        /// Whether the radio takes no time.
        package var isFast = false
        /// The six digits that the wallet shows when it is paired; nil for a wallet that asks for none.
        package var passkey: String?
        /// After how many messages the wallet drops the link, once; nil for never.
        package var dropsAfter: Int?

        /// A wallet that asks for no passkey, on a link as slow as a real one.
        package init() {}
    }

    /// Something that goes wrong.
    package enum Fault: Sendable, Equatable {
        /// The link is lost; the wallet advertises again.
        case drop
        /// The wallet is out of reach, once its link is gone.
        case vanish
        /// The wallet is back.
        case advertise
        /// The wallet notifies these bytes.
        case push([UInt8])
        /// This many writes are lost.
        case lose(Int)
        /// The wallet answers nothing until its link is gone.
        case stall(Bool)
        /// Each notification is this late.
        case slow(Duration)
        /// This many attempts to connect fail.
        case failConnect(Int)
        /// The next link agrees on another MTU.
        case mtu(Int)
        /// The adapter is turned on or off.
        case power(Bool)
        /// The adapter is pulled out.
        case unplug
        /// The adapter is back.
        case plug
        /// The daemon ends without a word.
        case kill
    }

    /// The bus, for `DBusAddress.address` and `DBUS_SYSTEM_BUS_ADDRESS`.
    package let address: String

    private let bus: PrivateBus?
    private let connection: DBusConnection
    private let tree: DBusObjectTree
    private let radio: SimulatedRadio
    private let agents: SimulatedAgents
    private let device: SimulatedDevice
    private let adapter: SimulatedAdapter
    private var name: DBusOwnedName?
    private var departures: DBusSubscription?

    private init(_ settings: Settings, _ bus: PrivateBus?, _ address: String, _ connection: DBusConnection)
        throws(DBusError)
    {
        self.bus = bus
        self.address = address
        self.connection = connection
        tree = try DBusObjectTree(connection)
        radio = SimulatedRadio(
            wallet: SimulatedWallet(name: settings.name), times: settings.isFast ? .fast : .real, mtu: settings.mtu)
        radio.dropsAfter = settings.dropsAfter
        agents = try SimulatedAgents()
        device = try SimulatedDevice(
            tree, adapter: SimulatedAdapter.path, address: settings.address, radio: radio, agents: agents,
            passkey: settings.passkey)
        adapter = try SimulatedAdapter(device: device)
        try tree.add(SimulatedAgents.path, [agents.interface], announced: false)
        try tree.add(SimulatedAdapter.path, [adapter.interface], announced: false)
        departures = connection.subscribe(
            DBusSubscription.Rule(
                sender: "org.freedesktop.DBus", interface: "org.freedesktop.DBus", member: "NameOwnerChanged")
        ) { [weak self] in self?.ownerChanged($0) }
    }

    /// Starts a bus and the daemon on it.
    ///
    /// - Throws: `PrivateBus.Failure` where there is no dbus-daemon, `DBusError` where it lets us not in.
    package static func start(_ settings: Settings = Settings()) async throws -> SimulatedBluetooth {
        let bus = try PrivateBus()
        return try await start(settings, on: bus.address, owning: bus)
    }

    /// Starts the daemon on a bus that is there already.
    package static func start(
        _ settings: Settings = Settings(), on address: String
    ) async throws(DBusError) -> SimulatedBluetooth {
        try await start(settings, on: address, owning: nil)
    }

    private static func start(
        _ settings: Settings, on address: String, owning bus: PrivateBus?
    ) async throws(DBusError) -> SimulatedBluetooth {
        let connection = try await DBusConnection.connect(to: .address(address))
        let bluetooth = try SimulatedBluetooth(settings, bus, address, connection)
        bluetooth.name = try await DBusOwnedName.own("org.bluez", on: connection)
        return bluetooth
    }

    /// Lets something go wrong.
    package func inject(_ fault: Fault) {
        switch fault {
        case .drop: device.linkLost()
        case .vanish: radio.isAdvertising = false
        case .advertise:
            radio.isAdvertising = true
            adapter.listen()
        case .push(let bytes): device.notifying?.notify(bytes)
        case .lose(let count): radio.losing = count
        case .stall(let isStalled): radio.isStalled = isStalled
        case .slow(let time): radio.slowness = time
        case .failConnect(let count): device.failingConnects = count
        case .mtu(let mtu): radio.mtu = mtu
        case .power(let isOn): adapter.setPower(isOn)
        case .unplug:
            device.linkLost()
            device.forget()
            tree.remove(SimulatedAdapter.path)
        case .plug: try? tree.add(SimulatedAdapter.path, [adapter.interface])
        case .kill: connection.close()
        }
    }

    /// Ends the daemon and the bus.
    package func stop() {
        connection.close()
        bus?.stop()
    }

    private func ownerChanged(_ signal: DBusSignal) {
        guard let client = signal.arguments.first?.asString, client.hasPrefix(":"),
            signal.arguments.last?.asString == ""
        else { return }
        adapter.leave(client)
        agents.leave(client)
        for characteristic in device.characteristics { characteristic.leave(client) }
    }
}
