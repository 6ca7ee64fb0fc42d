// What a dialog says.
// SPDX-License-Identifier: Apache-2.0

/// What a dialog says: the host's own words, into which nothing of a page is put.
struct WalletWords {
    let title: String
    let text: String
    let yes: String

    init(_ question: WalletQuestion) {
        switch question {
        case .search:
            title = "Look for wallets nearby?"
            text = "This page wants to use Bluetooth to find your hardware wallet. You are asked once for this window."
            yes = "Look for wallets"
        case .pin:
            title = "Enter your PIN"
            text = "Look at your wallet for the order of the digits, and press the places here."
            yes = "Continue"
        case .passphrase:
            title = "Enter your passphrase"
            text = "It opens a hidden wallet. Nobody can tell you whether it is the right one."
            yes = "Continue"
        case .confirm:
            title = "Check your wallet, and go on?"
            text = "Trust what your wallet shows, and nothing else."
            yes = "Go on"
        case .passkey:
            title = "Pair your wallet"
            text = "Enter the six digits that your wallet shows."
            yes = "Pair"
        }
    }
}
