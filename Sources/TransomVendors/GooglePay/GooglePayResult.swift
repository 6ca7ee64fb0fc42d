// What became of a payment, as our own script tells it.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// What became of a payment, as our own script tells it: `{code, seconds}`.
///
/// The script reads it from the vendor's activities message and leaves all but the code behind. Whatever else a message
/// holds stays behind here too, so that no payment data can reach an event.
enum GooglePayResult {
    /// The vendor's words for the outcome of an activity.
    enum Code: String, CaseIterable {
        case ok
        case canceled
        case failed
    }

    /// The longest time that is believed, in seconds: a day.
    private static let maximumSeconds = 86_400.0

    /// Says what a message means.
    static func decode(_ body: JSONValue) -> Decoding {
        guard case .object(let members) = body else { return .rejected(.notObject) }
        let code: Code
        switch members["code"] {
        case .string(let word)?:
            guard let known = Code(rawValue: word) else { return .rejected(.unknownCode) }
            code = known
        case nil, .null?: return .rejected(.missingField)
        default: return .rejected(.wrongType)
        }
        let seconds: Double
        switch members["seconds"] {
        case .integer(let whole)?: seconds = Double(whole)
        case .number(let number)?: seconds = number.value
        case nil, .null?: return .rejected(.missingField)
        default: return .rejected(.wrongType)
        }
        guard (0...maximumSeconds).contains(seconds),
            let rounded = JSONValue(double: (seconds * 1_000).rounded() / 1_000)
        else { return .rejected(.wrongType) }
        // The customer may try again on the merchant's page after anything but a payment.
        return .event(
            EventDraft("googlepay.result", ["code": .string(code.rawValue), "seconds": rounded]),
            reactions: code == .ok ? [.complete(["code": .string(code.rawValue)])] : [])
    }
}

extension RejectionReason {
    /// The vendor has no outcome of that name.
    static let unknownCode = RejectionReason(rawValue: "unknown_code")
}
