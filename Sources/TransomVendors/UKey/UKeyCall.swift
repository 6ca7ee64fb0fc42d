// What the page may call.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// What the page may call on the bridge, under the vendor's names.
enum UKeyCall: String, CaseIterable, Sendable {
    case enumerate, connect, disconnect, send
    case requestPinInput, requestPassphraseInput, requestButtonConfirmation, closeUIWindow

    /// What it does, in a few words.
    var summary: String {
        switch self {
        case .enumerate: "the page looked for wallets"
        case .connect: "the page connected a wallet"
        case .disconnect: "a wallet was disconnected, or lost with a code that says why"
        case .send: "the page sent a packet to the wallet"
        case .requestPinInput: "the page asked for a PIN, which no event holds"
        case .requestPassphraseInput: "the page asked for a passphrase, which no event holds"
        case .requestButtonConfirmation: "the page asked to go on"
        case .closeUIWindow: "the page closed the host's dialog"
        }
    }

    /// What an event can say came of it.
    var outcomes: [String] {
        switch self {
        case .requestPinInput, .requestPassphraseInput: ["entered", "device", "cancelled", "failed"]
        case .requestButtonConfirmation: ["confirmed", "cancelled", "failed"]
        case .disconnect: ["ok", "lost", "failed"]
        default: ["ok", "failed"]
        }
    }

    /// Longest packet of one `send`, in bytes; the vendor's own hosts send at most 192.
    static let longestPacket = 4096

    /// Why a body is none of this call; nothing where it is one.
    func fault(of body: JSONValue) -> RejectionReason? {
        let members: [String: JSONValue] = if case .object(let members) = body { members } else { [:] }
        switch self {
        case .enumerate, .requestPinInput, .requestPassphraseInput, .closeUIWindow: return nil
        case .connect: return Self.fault(ofID: members["uuid"])
        case .disconnect: return members["uuid"].flatMap { Self.fault(ofID: $0) }
        case .requestButtonConfirmation:
            if case .string? = members["message"] { return nil }
            return members["message"] == nil || members["message"] == .null ? nil : .wrongType
        case .send:
            if let fault = Self.fault(ofID: members["uuid"]) { return fault }
            if let option = members["withoutResponse"] {
                guard case .bool = option else { return .wrongType }
            }
            return Self.fault(ofHex: members["data"])
        }
    }

    /// Ids are those that `enumerate` gives: UUIDs, 8-4-4-4-12 hex digits of either case.
    private static func fault(ofID value: JSONValue?) -> RejectionReason? {
        guard let value else { return .missingField }
        guard case .string(let text) = value else { return .wrongType }
        let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let isUUID =
            groups.map(\.count) == [8, 4, 4, 4, 12]
            && groups.joined().allSatisfy { byte in
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
            }
        return isUUID ? nil : .invalidID
    }

    private static func fault(ofHex value: JSONValue?) -> RejectionReason? {
        guard let value else { return .missingField }
        guard case .string(let text) = value else { return .wrongType }
        guard text.utf8.count <= 2 * longestPacket else { return .size }
        do throws(HexText.Fault) {
            _ = try HexText.bytes(text)
            return nil
        } catch {
            switch error {
            case .empty: return .missingField
            case .oddLength: return .oddLength
            case .badDigit: return .badDigit
            }
        }
    }
}

extension RejectionReason {
    /// An id is none that `enumerate` gives: a UUID.
    static let invalidID = RejectionReason(rawValue: "invalid_id")
    /// A hex text has an odd number of digits.
    static let oddLength = RejectionReason(rawValue: "odd_length")
    /// A hex text has something else than hex digits.
    static let badDigit = RejectionReason(rawValue: "bad_digit")
}
