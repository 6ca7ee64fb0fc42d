// The journey's messages.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// The journey's messages: an envelope of source, type and payload.
///
/// The vendor publishes three types; all others pass through as events that the host does nothing about.
enum XCoverMessage {
    /// The envelope's source, in both directions.
    static let source = "xcover-journeys"

    /// Says what a message means.
    static func decode(_ body: JSONValue) -> Decoding {
        guard case .object(let envelope) = body else { return .rejected(.notObject) }
        // The forwarder looks at the source too, but a page can post to the handler by itself.
        switch envelope["source"] {
        case .string(source)?: break
        case nil, .null?: return .rejected(.missingField)
        case .string?: return .rejected(.unknownSource)
        default: return .rejected(.wrongType)
        }
        let type: String
        switch envelope["type"] {
        case .string(let text)? where !text.isEmpty: type = text
        case nil, .null?, .string?: return .rejected(.missingField)
        default: return .rejected(.wrongType)
        }
        let payload: [String: JSONValue]
        switch envelope["payload"] {
        case nil, .null?: payload = [:]
        case .object(let members)?: payload = members
        default: return .rejected(.wrongType)
        }
        return decode(type, payload)
    }

    private static func decode(_ type: String, _ payload: [String: JSONValue]) -> Decoding {
        switch type {
        case "CG_JOURNEY_READY":
            return .event(EventDraft("xcover.CG_JOURNEY_READY", .object(payload)), reactions: [.ready])
        case "CG_JOURNEY_COMPLETE":
            return complete(payload)
        case "CG_JOURNEY_HIDE":
            return .event(EventDraft("xcover.CG_JOURNEY_HIDE", .object(payload)), reactions: [.hide])
        default:
            guard EventWord.isPlain(type), type != "unknown" else {
                return .event(
                    EventDraft("xcover.unknown", ["type": .string(type), "payload": .object(payload)]), reactions: [])
            }
            return .event(EventDraft("xcover." + type, .object(payload)), reactions: [])
        }
    }

    /// The end of a journey: a claim, which the vendor's server confirms to the partner's.
    ///
    /// A journey without a purchase has an outcome and no policy. A reload says the same again: a policy counts once.
    private static func complete(_ payload: [String: JSONValue]) -> Decoding {
        let outcome: String?
        switch payload["outcome"] {
        case nil, .null?: outcome = nil
        case .string(let text)?: outcome = text
        default: return .rejected(.wrongType)
        }
        let policy: String?
        switch payload["policy_id"] {
        case nil, .null?: policy = nil
        case .string(let text)?:
            guard isPolicy(text) else { return .rejected(.invalidValue) }
            policy = text
        default: return .rejected(.wrongType)
        }
        if let outcome, !(1...64).contains(outcome.utf8.count) { return .rejected(.invalidValue) }
        guard outcome != nil || policy != nil else { return .rejected(.missingField) }
        let key = policy.map { "policy \($0)" } ?? "outcome \(outcome ?? "")"
        return .once(
            key: key, EventDraft("xcover.CG_JOURNEY_COMPLETE", .object(payload)),
            reactions: [.complete(.object(payload))])
    }

    /// 1 to 64 of `[A-Za-z0-9_-]`, so that it can be written anywhere.
    private static func isPolicy(_ text: String) -> Bool {
        EventWord.isPlain(text) && !text.utf8.contains(UInt8(ascii: "."))
    }
}
