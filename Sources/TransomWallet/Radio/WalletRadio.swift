// What a wallet is reached by.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a wallet is reached by: one adapter that looks for wallets and holds one link.
///
/// Everything happens on the main thread. An implementation tells of what happens through `onEvent`, never from within a
/// call.
@MainActor
protocol WalletRadio: AnyObject {
    /// Told of everything that happens.
    var onEvent: ((WalletRadioEvent) -> Void)? { get set }
    /// Asks for the six digits that a wallet shows when it is paired; nil refuses to pair.
    var onPasskey: ((_ answer: @escaping (Int?) -> Void) -> Void)? { get set }
    /// Told that such a question is settled without an answer.
    var onPasskeyOver: (() -> Void)? { get set }
    /// What the adapter can do now.
    var state: WalletRadioState { get }

    /// Begins; until then nothing is looked at.
    func begin()
    /// Looks for wallets until `stopScan()`.
    func startScan()
    /// Looks no more.
    func stopScan()
    /// Whether a wallet can be connected without looking for it.
    func knows(_ id: UUID) -> Bool
    /// Connects: pairs if needed, finds the service and turns notifications on; then `ready`, else `failed`.
    func connect(_ id: UUID)
    /// Ends the link or the attempt; `lost` where there was a link, and nothing else.
    func disconnect(_ id: UUID)
    /// Writes one packet, cut to what the link carries; the completion is called once, later.
    func write(_ bytes: [UInt8], withResponse: Bool, completion: @escaping (WalletFault?) -> Void)
    /// Gives everything back.
    func end()
}

/// What the adapter can do.
enum WalletRadioState: Equatable {
    /// It is not known yet.
    case unknown
    /// Everything.
    case available
    /// Nothing, for this reason.
    case unavailable(WalletFault)
}

/// What happens on a radio.
enum WalletRadioEvent: Equatable {
    /// The adapter's state is another one.
    case stateChanged
    /// A wallet was seen, with the name that it advertises, which nobody vouches for.
    case found(UUID, name: String)
    /// A wallet is connected and notifies.
    case ready(UUID)
    /// A wallet could not be connected.
    case failed(UUID, WalletFault)
    /// A link is gone; nil where we ended it.
    case lost(UUID, WalletFault?)
    /// The wallet said something.
    case notified(UUID, [UInt8])
}
