// A question to the user of a host while a device is paired.
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import TransomDBus

/// A question to the user while a device is paired, and the one answer to it.
///
/// One that is released without an answer is refused. BlueZ itself gives up after 60 seconds. The number is a secret: it
/// belongs into no log and no event. `org.bluez.Agent1`.
@MainActor
package final class PairingRequest {
    /// What is asked.
    package enum Kind: Equatable, Sendable {
        /// The user types the six digits that the device shows: `answer(passkey:)`.
        case passkey
        /// The user types what the device shows or its maker has printed: `answer(pinCode:)`.
        case pinCode
        /// The user compares a number of six digits with the device's: `confirm()`.
        case confirmation(UInt32)
        /// The user allows the pairing: `confirm()`.
        case authorization
        /// The user types this into the device; there is nothing to answer.
        case display(String)
    }

    /// What is asked.
    package let kind: Kind
    /// The device's name, which comes from the device and may be anything; nil when it has none.
    package let name: String?
    /// The device's identifier; nil when it is not known.
    package let identifier: UUID?
    /// Called when the question is settled without the user: the device or BlueZ gave up, or it succeeded.
    package var onCancel: (() -> Void)?
    private let invocation: DBusInvocation

    init(_ kind: Kind, name: String?, identifier: UUID?, invocation: DBusInvocation) {
        self.kind = kind
        self.name = name
        self.identifier = identifier
        self.invocation = invocation
        if case .display = kind { invocation.reply() }
    }

    /// Gives the six digits, 0 to 999,999; anything else is a refusal.
    package func answer(passkey: UInt32) {
        guard kind == .passkey, passkey <= 999_999 else { return reject() }
        invocation.reply([.uint32(passkey)])
    }

    /// Gives the code, 1 to 16 characters; anything else is a refusal.
    package func answer(pinCode: String) {
        guard kind == .pinCode, (1...16).contains(pinCode.utf8.count) else { return reject() }
        invocation.reply([.string(pinCode)])
    }

    /// Says yes to a confirmation or an authorization.
    package func confirm() {
        switch kind {
        case .confirmation, .authorization: invocation.reply()
        default: reject()
        }
    }

    /// Says no.
    package func reject() {
        invocation.fail("org.bluez.Error.Rejected", "The user has refused")
    }

    /// Ends the question without the user.
    func cancel() {
        invocation.fail("org.bluez.Error.Canceled", "The pairing was given up")
        let handler = onCancel
        onCancel = nil
        handler?()
    }

    isolated deinit {
        reject()
    }
}
