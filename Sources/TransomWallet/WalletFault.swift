// Why something could not be done with a wallet.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// Why something could not be done with a wallet: a code for the page's script, and a sentence for people.
///
/// Nothing of it holds what passed between page and wallet.
struct WalletFault: Error, Equatable, Sendable {
    let code: String
    let sentence: String

    static let notConnected = WalletFault(code: "not_connected", sentence: "no wallet of that id is connected")
    static let alreadyConnected = WalletFault(code: "already_connected", sentence: "this wallet is connected already")
    static let busy = WalletFault(code: "busy", sentence: "another wallet is connected or being connected")
    static let notFound = WalletFault(
        code: "not_found", sentence: "the wallet was not found; turn it on and bring it near")
    static let timeout = WalletFault(code: "timeout", sentence: "the wallet did not answer in time")
    static let lost = WalletFault(code: "device_lost", sentence: "the wallet is gone")
    static let overflow = WalletFault(code: "overflow", sentence: "the wallet told more than can be kept")
    static let tooMany = WalletFault(code: "too_many", sentence: "too many packets wait already")
    static let sessionReset = WalletFault(code: "session_reset", sentence: "the page was left")
    static let superseded = WalletFault(code: "superseded", sentence: "it was disconnected meanwhile")
    static let cancelled = WalletFault(code: "cancelled", sentence: "the user cancelled")
    static let denied = WalletFault(code: "denied", sentence: "the user does not want this page to look for wallets")
    static let leftToPage = WalletFault(code: "left_to_page", sentence: "the page asks for this itself, as configured")
    static let noService = WalletFault(code: "no_service", sentence: "the device is no wallet of this kind")
    static let unpaired = WalletFault(code: "not_paired", sentence: "the wallet is not paired with this machine")

    static func unavailable(_ sentence: String) -> WalletFault {
        WalletFault(code: "adapter_unavailable", sentence: sentence)
    }

    static func write(_ sentence: String) -> WalletFault { WalletFault(code: "write_failed", sentence: sentence) }

    static func connect(_ sentence: String) -> WalletFault { WalletFault(code: "connect_failed", sentence: sentence) }

    /// What the host refused, by its own word.
    static func refused(_ reason: RejectionReason) -> WalletFault {
        WalletFault(code: reason.rawValue, sentence: "the call is not one of the contract: \(reason)")
    }

    /// The answer in the vendor's own shape for a failure.
    var answer: [String: Any] { ["success": false, "code": code, "error": sentence] }
}
