// The wallet at the other end of a link.
// SPDX-License-Identifier: Apache-2.0

import TransomDBus
import TransomGLib

/// The wallet at the other end of a link, and what can go wrong on the way.
@MainActor
final class SimulatedRadio {
    let wallet: SimulatedWallet
    var times: RadioTimes
    /// The MTU that the link agrees on.
    var mtu: Int
    var isAdvertising = true
    /// Grows with every link that comes or goes: what was on its way then is lost.
    private(set) var epoch = 0
    /// How many writes are lost on the way.
    var losing = 0
    /// Whether the peer answers nothing until the link goes.
    var isStalled = false
    /// How late each notification is.
    var slowness = Duration.zero
    /// After how many messages the wallet drops the link; once.
    var dropsAfter: Int?

    private var timers: [Int: TimeoutSource] = [:]
    private var count = 0

    init(wallet: SimulatedWallet, times: RadioTimes, mtu: Int) {
        self.wallet = wallet
        self.times = times
        self.mtu = mtu
    }

    /// Does something after a time, always in a turn of the loop of its own.
    func after(_ time: Duration, _ body: @escaping @MainActor () -> Void) {
        count += 1
        let number = count
        let parts = time.components
        let milliseconds = parts.seconds * 1000 + parts.attoseconds / 1_000_000_000_000_000
        timers[number] = TimeoutSource(milliseconds: UInt32(clamping: milliseconds)) { [weak self] in
            self?.timers[number] = nil
            body()
        }
    }

    /// A link is made.
    func up() {
        epoch += 1
        wallet.linkChanged()
        isAdvertising = false
    }

    /// The link is gone.
    func down() {
        epoch += 1
        wallet.linkChanged()
        isAdvertising = true
        isStalled = false
    }

    /// What the wallet notifies, cut as the link cuts it.
    func chunks(_ stream: [UInt8]) -> [[UInt8]] {
        let size = max(1, mtu - 3)
        return stride(from: 0, to: stream.count, by: size).map { Array(stream[$0..<min($0 + size, stream.count)]) }
    }
}
