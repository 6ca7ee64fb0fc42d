// The state of one page's wallet: searching, connecting, sending, and what ends each of them.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import TransomShell

/// The state of one page's wallet.
///
/// One search, which everybody who asks meanwhile shares; one link; one packet on its way. Every request gets its one answer:
/// from the wallet, from a deadline, or from what ends the link.
@MainActor
final class WalletController {
    /// What the link is doing.
    enum Link: Equatable {
        case idle
        /// It looks for a wallet that was not seen.
        case searching(UUID)
        case connecting(UUID)
        case connected(UUID)
        case disconnecting(UUID)
    }

    /// A wallet that was seen.
    struct Device: Equatable {
        let id: UUID
        let name: String
    }

    typealias Answer<Value> = (Result<Value, WalletFault>) -> Void

    private struct Packet {
        let bytes: [UInt8]
        let withResponse: Bool
        let answer: Answer<Void>
    }

    /// Takes what the wallet says, in order, after the answer to the packet that caused it.
    var onNotification: (([UInt8]) -> Void)?
    /// Told when a link is gone that nobody here ended.
    var onLoss: ((UUID, WalletFault) -> Void)?

    private(set) var link = Link.idle
    private let radio: any WalletRadio
    private let scheduler: any DeadlineScheduler
    private let limits: Limits
    private let scan: Duration

    private var searches: [Answer<[Device]>] = []
    private var isScanning = false
    private var devices: [Device] = []
    private var connecting: Answer<Void>?
    private var disconnecting: [Answer<Bool>] = []
    private var packets: [Packet] = []
    private var isWriting = false
    private var held: [[UInt8]] = []
    private var deadlines: [String: any Deadline] = [:]
    /// Grows whenever a link ends, so that what belonged to it is known as such.
    private var generation = 0

    init(radio: any WalletRadio, scheduler: any DeadlineScheduler, limits: Limits, scan: Duration) {
        self.radio = radio
        self.scheduler = scheduler
        self.limits = limits
        self.scan = scan
        radio.onEvent = { [weak self] in self?.happened($0) }
    }

    // MARK: - What the page asks

    /// Looks for wallets; the answer comes once, when the search is over.
    func enumerate(_ answer: @escaping Answer<[Device]>) {
        searches.append(answer)
        guard searches.count == 1 else { return }
        switch radio.state {
        case .available: beginSearch()
        case .unavailable(let fault): endSearch(.failure(fault))
        case .unknown:
            arm("adapter", limits.walletAdapterDeadline) { [weak self] in
                self?.endSearch(.failure(.unavailable("this machine's Bluetooth does not answer")))
            }
        }
    }

    /// Connects a wallet; the answer comes when it notifies.
    func connect(_ id: UUID, _ answer: @escaping Answer<Void>) {
        switch link {
        case .connected(let connected) where connected == id: return answer(.failure(.alreadyConnected))
        case .idle: break
        default: return answer(.failure(.busy))
        }
        if case .unavailable(let fault) = radio.state { return answer(.failure(fault)) }
        connecting = answer
        arm("connect", limits.walletConnectDeadline) { [weak self] in self?.giveUp(.timeout) }
        guard radio.state == .available, radio.knows(id) else {
            link = .searching(id)
            arm("search", limits.walletSearchDeadline) { [weak self] in self?.giveUp(.notFound) }
            return scanIfWanted()
        }
        link = .connecting(id)
        radio.connect(id)
    }

    /// Ends the link or the attempt; the answer says whether there was one.
    ///
    /// - Parameter id: Whose link; nil for whichever there is.
    func disconnect(_ id: UUID?, _ answer: @escaping Answer<Bool>) {
        switch link {
        case .disconnecting(let current) where id == nil || id == current: disconnecting.append(answer)
        case .connected(let current) where id == nil || id == current:
            disconnecting.append(answer)
            leave(current, .superseded)
        case .searching(let current) where id == nil || id == current,
            .connecting(let current) where id == nil || id == current:
            giveUp(.superseded)
            answer(.success(true))
        default: answer(.success(false))
        }
    }

    /// Sends one packet, after those before it; the answer comes when it is written.
    func send(_ id: UUID, _ bytes: [UInt8], withResponse: Bool, _ answer: @escaping Answer<Void>) {
        guard link == .connected(id) else { return answer(.failure(.notConnected)) }
        guard packets.count < limits.walletPackets else { return answer(.failure(.tooMany)) }
        packets.append(Packet(bytes: bytes, withResponse: withResponse, answer: answer))
        writeNext()
    }

    /// Ends everything: the page is gone, or the session is over.
    func reset(_ fault: WalletFault) {
        endSearch(.failure(fault))
        switch link {
        case .idle: break
        case .searching, .connecting: giveUp(fault)
        case .connected(let id): leave(id, fault)
        case .disconnecting: break
        }
    }

    // MARK: - What happens

    private func happened(_ event: WalletRadioEvent) {
        switch event {
        case .stateChanged: stateChanged()
        case .found(let id, let name): found(id, name)
        case .ready(let id): ready(id)
        case .failed(let id, let fault):
            if link == .connecting(id) { giveUp(fault, cancels: false) }
        case .lost(let id, let fault): lost(id, fault)
        case .notified(let id, let bytes): notified(id, bytes)
        }
    }

    private func stateChanged() {
        switch radio.state {
        case .unknown: break
        case .available:
            if !searches.isEmpty, deadlines["scan"] == nil { beginSearch() }
            if case .searching(let id) = link, radio.knows(id) { found(id, "") }
            scanIfWanted()
        case .unavailable(let fault):
            isScanning = false
            endSearch(.failure(fault))
            switch link {
            case .idle: break
            case .searching, .connecting: giveUp(fault)
            case .connected(let id), .disconnecting(let id): lost(id, fault)
            }
        }
    }

    private func ready(_ id: UUID) {
        guard link == .connecting(id) else { return }
        disarm("connect")
        link = .connected(id)
        held = []
        let answer = connecting
        connecting = nil
        answer?(.success(()))
    }

    private func lost(_ id: UUID, _ fault: WalletFault?) {
        switch link {
        case .connected(let current) where current == id:
            link = .idle
            let fault = fault ?? .lost
            endLink(fault)
            onLoss?(id, fault)
        case .disconnecting(let current) where current == id: disconnected()
        case .connecting(let current) where current == id: giveUp(fault ?? .lost, cancels: false)
        default: break
        }
    }

    private func disconnected() {
        guard case .disconnecting = link else { return }
        disarm("disconnect")
        link = .idle
        let answers = disconnecting
        disconnecting = []
        for answer in answers { answer(.success(true)) }
    }

    /// Ends an attempt to connect.
    private func giveUp(_ fault: WalletFault, cancels: Bool = true) {
        if case .connecting(let id) = link, cancels { radio.disconnect(id) }
        disarm("connect")
        disarm("search")
        link = .idle
        generation += 1
        scanIfWanted()
        let answer = connecting
        connecting = nil
        answer?(.failure(fault))
    }

    /// Answers what a link's end leaves without an answer.
    private func endLink(_ fault: WalletFault) {
        generation += 1
        disarm("write")
        isWriting = false
        held = []
        let unsent = packets
        packets = []
        for packet in unsent { packet.answer(.failure(fault)) }
    }

    // MARK: - Searching

    private func beginSearch() {
        disarm("adapter")
        devices = []
        arm("scan", scan) { [weak self] in
            guard let self else { return }
            endSearch(.success(devices))
        }
        scanIfWanted()
    }

    private func endSearch(_ result: Result<[Device], WalletFault>) {
        disarm("scan")
        disarm("adapter")
        let answers = searches
        searches = []
        scanIfWanted()
        for answer in answers { answer(result) }
    }

    private func scanIfWanted() {
        var isWanted = deadlines["scan"] != nil
        if case .searching = link { isWanted = true }
        guard isWanted != isScanning, radio.state == .available else { return }
        isScanning = isWanted
        if isWanted { radio.startScan() } else { radio.stopScan() }
    }

    private func found(_ id: UUID, _ name: String) {
        if deadlines["scan"] != nil, devices.count < limits.walletDevices, !devices.contains(where: { $0.id == id }) {
            devices.append(Device(id: id, name: PlainText.line(name, length: 64, fallback: "A wallet without a name")))
        }
        guard link == .searching(id) else { return }
        disarm("search")
        link = .connecting(id)
        scanIfWanted()
        radio.connect(id)
    }

    // MARK: - Packets

    private func writeNext() {
        guard !isWriting, let packet = packets.first else { return }
        isWriting = true
        let current = generation
        arm("write", limits.walletWriteDeadline) { [weak self] in
            // Whether the packet arrives is not known, so nothing more goes over this link.
            self?.breakLink(.timeout)
        }
        radio.write(packet.bytes, withResponse: packet.withResponse) { [weak self] in self?.wrote($0, current) }
    }

    private func wrote(_ fault: WalletFault?, _ of: Int) {
        guard of == generation, isWriting, !packets.isEmpty else { return }
        disarm("write")
        isWriting = false
        let packet = packets.removeFirst()
        packet.answer(fault.map { .failure($0) } ?? .success(()))
        // The answer may have ended the link.
        guard of == generation else { return }
        if packets.isEmpty {
            let waiting = held
            held = []
            for bytes in waiting { onNotification?(bytes) }
        }
        writeNext()
    }

    private func notified(_ id: UUID, _ bytes: [UInt8]) {
        guard link == .connected(id) else { return }
        guard isWriting else {
            onNotification?(bytes)
            return
        }
        held.append(bytes)
        // Nothing may be dropped in the middle of a message, so the whole link goes.
        if held.count > limits.walletNotifications { breakLink(.overflow) }
    }

    /// Ends a link that cannot be used any more.
    private func breakLink(_ fault: WalletFault) {
        guard case .connected(let id) = link else { return }
        leave(id, fault)
        onLoss?(id, fault)
    }

    private func leave(_ id: UUID, _ fault: WalletFault) {
        link = .disconnecting(id)
        endLink(fault)
        arm("disconnect", limits.walletDisconnectDeadline) { [weak self] in self?.disconnected() }
        radio.disconnect(id)
    }

    // MARK: - Deadlines

    private func arm(_ name: String, _ time: Duration, _ body: @escaping () -> Void) {
        deadlines[name] = scheduler.after(time) { [weak self] in
            self?.deadlines[name] = nil
            body()
        }
    }

    private func disarm(_ name: String) {
        deadlines.removeValue(forKey: name)?.cancel()
    }
}
