// A radio that does what a test says.
// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import TransomSandbox
@testable import TransomWallet

/// A radio that does what a test says, and answers by itself where the test wants that.
@MainActor
final class FakeRadio: WalletRadio {
    static let id = uuid(1)

    static func uuid(_ number: Int) -> UUID {
        UUID(uuidString: "00000000-0000-4000-8000-" + String(repeating: "0", count: 11) + "\(number % 10)") ?? UUID()
    }

    var onEvent: ((WalletRadioEvent) -> Void)?
    var onPasskey: ((_ answer: @escaping (Int?) -> Void) -> Void)?
    var onPasskeyOver: (() -> Void)?
    var state = WalletRadioState.available
    /// Whether it connects, writes and disconnects by itself, with a wallet at the other end.
    let wallet: SimulatedWallet?
    var known: Set<UUID> = []
    /// What the wallet calls itself.
    var name = "Touch 1A2B"
    private(set) var log: [String] = []
    private(set) var written: [[UInt8]] = []
    private(set) var isScanning = false
    private(set) var hasEnded = false
    private var writes: [(WalletFault?) -> Void] = []

    init(wallet: SimulatedWallet? = nil) {
        self.wallet = wallet
    }

    func begin() { log.append("begin") }

    func end() { hasEnded = true }

    func startScan() {
        log.append("scan")
        isScanning = true
        if wallet != nil { later { $0.emit(.found(Self.id, name: $0.name)) } }
    }

    func stopScan() {
        log.append("stop")
        isScanning = false
    }

    func knows(_ id: UUID) -> Bool { known.contains(id) || wallet != nil && id == Self.id }

    func connect(_ id: UUID) {
        log.append("connect")
        if let wallet {
            wallet.linkChanged()
            later { $0.emit(.ready(id)) }
        }
    }

    func disconnect(_ id: UUID) {
        log.append("disconnect")
        if wallet != nil { later { $0.emit(.lost(id, nil)) } }
    }

    func write(_ bytes: [UInt8], withResponse: Bool, completion: @escaping (WalletFault?) -> Void) {
        written.append(bytes)
        writes.append(completion)
        guard let wallet else { return }
        later { radio in
            // What the wallet says may come before the end of the write that caused it.
            for stream in wallet.write(bytes) {
                for start in stride(from: 0, to: stream.count, by: 100) {
                    radio.emit(.notified(Self.id, Array(stream[start..<min(start + 100, stream.count)])))
                }
            }
            radio.finishWrite(nil)
        }
    }

    /// Ends the oldest write.
    func finishWrite(_ fault: WalletFault?) {
        guard !writes.isEmpty else { return }
        writes.removeFirst()(fault)
    }

    /// Something happens.
    func emit(_ event: WalletRadioEvent) { onEvent?(event) }

    /// The adapter is another one.
    func set(_ state: WalletRadioState) {
        self.state = state
        emit(.stateChanged)
    }

    private func later(_ body: @escaping @MainActor (FakeRadio) -> Void) {
        Task { @MainActor [weak self] in if let self { body(self) } }
    }
}
