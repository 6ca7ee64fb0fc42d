// What an integration sets for the wallet that it speaks to.
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import TransomCore

/// What an integration sets for the wallet that it speaks to.
package struct WalletSettings: Equatable, Sendable {
    /// The service that the wallet advertises.
    package let service: String
    /// The characteristic that is written.
    package let write: String
    /// The characteristic that notifies.
    package let notify: String
    /// How long a search takes.
    package let scan: Duration
    /// Whether the host asks for PIN, passphrase and confirmation, and not the page.
    package let hasDialogs: Bool
    /// The type of the event that a wallet is connected.
    package let deviceEvent: String
    /// The type of the event that a wallet is lost.
    package let lostEvent: String

    /// Reads the settings of a declared capability; nil where one of them is missing or of another kind.
    package init?(_ settings: [String: JSONValue]) {
        func text(_ name: String) -> String? {
            if case .string(let text)? = settings[name] { text } else { nil }
        }
        guard let service = text("service"), let write = text("write"), let notify = text("notify"),
            UUID(uuidString: service) != nil, UUID(uuidString: write) != nil, UUID(uuidString: notify) != nil,
            case .integer(let scan)? = settings["scanMilliseconds"], (1...30_000).contains(scan),
            let dialogs = text("dialogs"), ["native", "page"].contains(dialogs),
            let deviceEvent = text("deviceEvent"), let lostEvent = text("lostEvent")
        else { return nil }
        self.service = service
        self.write = write
        self.notify = notify
        self.scan = .milliseconds(scan)
        hasDialogs = dialogs == "native"
        self.deviceEvent = deviceEvent
        self.lostEvent = lostEvent
    }
}
