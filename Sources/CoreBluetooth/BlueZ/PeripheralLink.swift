// One connection to a peripheral, from the wish to the end.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomDBus
import TransomGLib

/// One connection to a peripheral: made, tried again, used and ended.
///
/// Everything that belongs to a connection is here and goes with it, so that nothing of an earlier one is taken for the
/// present one's.
@MainActor
final class PeripheralLink {
    /// How the connection went; told to the manager.
    enum Event {
        /// The connection is there.
        case connected
        /// It could not be made.
        case failed(any Error)
        /// It has ended; without an error because that was wanted.
        case ended((any Error)?)
        /// BlueZ does not know the device: look for it, and call `deviceAppeared`.
        case missesDevice
    }

    /// Whether the app gave the connection up.
    private(set) var isCancelled = false
    /// Whether the connection is there.
    private(set) var isConnected = false
    /// Whether BlueZ knows the services, and we know what BlueZ knows.
    private(set) var isResolved = false
    /// The connection's MTU; 23 until the services are resolved, for BlueZ may still tell that of the connection before.
    private(set) var mtu = 23
    /// Whether BlueZ has to find the device again.
    private(set) var missesDevice = false
    /// The services and what they have.
    let attributes: AttributeTable
    /// Requests.
    let requests: AttributeQueue
    /// Writes without response.
    let commands: CommandQueue

    private let client: BlueZClient
    private let device: ObjectPath
    private let onEvent: (Event) -> Void
    private var hasCleared = false
    private var isOver = false
    private var timer: TimeoutSource?
    private var resolveTimer: TimeoutSource?
    private var whenResolved: [@MainActor ((any Error)?) -> Void] = []

    init(
        _ client: BlueZClient, peripheral: CBPeripheral, onReady: @escaping () -> Void,
        onEvent: @escaping (Event) -> Void
    ) {
        self.client = client
        device = peripheral.path
        self.onEvent = onEvent
        attributes = AttributeTable(client, peripheral: peripheral)
        requests = AttributeQueue(client)
        commands = CommandQueue(client, onReady: onReady)
    }

    /// Begins to connect, after a delay where there is one.
    func start(after delay: Duration) {
        guard delay > .zero else { return connect() }
        timer = TimeoutSource(milliseconds: delay.asMilliseconds) { [weak self] in self?.connect() }
    }

    private func connect() {
        guard !isOver, !isCancelled else { return }
        client.call(device, BlueZ.device, "Connect", deadline: client.limits.connect) { [weak self, client, device] in
            guard let self, !self.isOver, !self.isCancelled else {
                // It came through after it was given up.
                if case .success = $0, self?.isCancelled != false { client.call(device, BlueZ.device, "Disconnect") }
                return
            }
            switch $0 {
            case .success: connected()
            case .failure(let error): apply(error.connectRemedy)
            }
        }
    }

    private func connected() {
        isConnected = true
        onEvent(.connected)
        if client.value(device, BlueZ.device, "ServicesResolved")?.asBoolean == true { resolve() }
    }

    private func apply(_ remedy: DBusError.ConnectRemedy) {
        switch remedy {
        case .retry:
            hasCleared = false
            start(after: client.limits.retry)
        case .rescan:
            missesDevice = true
            onEvent(.missesDevice)
        case .clear where !hasCleared:
            hasCleared = true
            clear()
        case .clearOwn: clear()
        case .clear: finish(.failed(CBError(.connectionFailed, detail: "another connection is in progress")))
        case .fail(let error): finish(.failed(error))
        }
    }

    private func clear() {
        client.call(device, BlueZ.device, "Disconnect") { [weak self] _ in
            guard let self, !isOver, !isCancelled else { return }
            start(after: client.limits.retry)
        }
    }

    /// The device that was missed is there.
    func deviceAppeared() {
        guard missesDevice else { return }
        missesDevice = false
        connect()
    }

    /// Gives the connection up; the end is told when the link is down.
    func cancel() {
        guard !isOver, !isCancelled else { return }
        isCancelled = true
        timer = nil
        guard !missesDevice else { return later { self.finish(.ended(nil)) } }
        timer = TimeoutSource(milliseconds: client.limits.disconnect.asMilliseconds) { [weak self] in
            self?.finish(.ended(nil))
        }
        client.call(device, BlueZ.device, "Disconnect", deadline: client.limits.disconnect) { [weak self] result in
            guard let self, !isOver else { return }
            let isUp = client.value(device, BlueZ.device, "Connected")?.asBoolean == true
            // BlueZ answers before it tells that the link is down.
            if case .success = result, isConnected, isUp { return }
            finish(.ended(nil))
        }
    }

    /// Takes in what has changed of the device.
    func deviceChanged(_ values: [String: DBusValue]) {
        if values["Connected"]?.asBoolean == false { linkIsDown(CBError(.peripheralDisconnected)) }
        if values["ServicesResolved"]?.asBoolean == true, isConnected, !isOver { resolve() }
    }

    /// The link is down, whoever took it down.
    func linkIsDown(_ error: any Error) {
        guard isConnected else { return }
        finish(.ended(isCancelled ? nil : error))
    }

    /// Ends everything now: the adapter or BlueZ is gone.
    func abort(_ error: any Error) {
        finish(isConnected || isCancelled ? .ended(isCancelled ? nil : error) : .failed(error))
    }

    private func finish(_ event: Event) {
        guard !isOver else { return }
        isOver = true
        timer = nil
        resolveTimer = nil
        onEvent(event)
    }

    /// Answers what is pending, after the peripheral is told to be disconnected and before the delegate is.
    func close(_ error: any Error) {
        isOver = true
        timer = nil
        requests.close(error)
        commands.close(error)
        answerResolved(error)
        attributes.close(error)
    }

    /// Calls back when the services are known, or with the reason why they will not be.
    func whenResolved(_ body: @escaping @MainActor ((any Error)?) -> Void) {
        if isOver { return later { body(CBError(.notConnected)) } }
        if isResolved { return later { body(nil) } }
        whenResolved.append(body)
        guard resolveTimer == nil else { return }
        resolveTimer = TimeoutSource(milliseconds: client.limits.resolve.asMilliseconds) { [weak self] in
            self?.answerResolved(CBError(.connectionTimeout))
        }
    }

    /// Reads everything anew: BlueZ does not tell that the MTU is another one than in the connection before.
    private func resolve() {
        client.reload { [weak self] _ in
            guard let self, !isOver else { return }
            isResolved = true
            updateMTU()
            answerResolved(nil)
        }
    }

    /// Takes in what BlueZ tells of the MTU.
    func updateMTU() {
        if isResolved { mtu = attributes.mtu }
    }

    private func answerResolved(_ error: (any Error)?) {
        resolveTimer = nil
        let all = whenResolved
        whenResolved = []
        for body in all { body(error) }
    }
}
