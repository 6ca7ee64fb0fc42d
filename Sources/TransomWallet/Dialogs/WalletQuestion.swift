// What the host asks its user about a wallet.
// SPDX-License-Identifier: Apache-2.0

/// What the host asks its user about a wallet.
enum WalletQuestion: Equatable {
    /// Whether the page may look for wallets.
    case search
    /// The PIN, by positions.
    case pin
    /// The passphrase of a hidden wallet.
    case passphrase
    /// Whether to go on; the page's own words are shown as such.
    case confirm(message: String)
    /// The six digits that a wallet shows when it is paired.
    case passkey
}

/// What the user answers.
enum WalletAnswer: Equatable {
    /// Yes.
    case yes
    /// Digits or words, which nobody but their receiver sees.
    case entered(String)
    /// It is entered on the wallet itself.
    case onDevice
    /// No; also given for a dialog that was closed or was not answered in time.
    case cancelled
}

/// Who asks.
@MainActor
protocol WalletDialogs: AnyObject {
    /// Asks; the answer comes once. A question that is still open is cancelled first.
    ///
    /// - Parameters:
    ///   - question: What is asked.
    ///   - origin: The true origin of the page that wants to know.
    func ask(_ question: WalletQuestion, origin: String, _ answer: @escaping (WalletAnswer) -> Void)

    /// Closes what is open: it counts as cancelled.
    func close()
}
