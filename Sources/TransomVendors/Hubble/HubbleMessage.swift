// The store's messages.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// The store's messages: actions, which the host acts on, and analytics, which it passes on.
///
/// The vendor publishes the envelope, four actions' meaning and a part of the analytics events, so actions are a closed list
/// here and events an open one. Words are compared byte by byte: neither case nor width is folded.
enum HubbleMessage {
    /// The longest text of the page's that is shown to a customer, in characters.
    private static let messageCharacters = 500

    /// Says what a message means.
    static func decode(_ body: JSONValue) -> Decoding {
        guard case .object(let envelope) = body else { return .rejected(.notObject) }
        switch word(envelope["type"]) {
        case .success("action"): return action(envelope)
        case .success("analytics"), .success("event"): return analytics(envelope)
        case .success: return .rejected(.unknownType)
        case .failure(let problem): return .rejected(problem.reason)
        }
    }

    private struct Problem: Error { let reason: RejectionReason }

    /// A field that must be a string and not empty.
    private static func word(_ value: JSONValue?) -> Result<String, Problem> {
        switch value {
        case .string(let text)?: text.isEmpty ? .failure(Problem(reason: .missingField)) : .success(text)
        case nil, .null?: .failure(Problem(reason: .missingField))
        default: .failure(Problem(reason: .wrongType))
        }
    }

    /// The properties; missing ones are empty.
    private static func properties(_ envelope: [String: JSONValue]) -> Result<[String: JSONValue], Problem> {
        switch envelope["properties"] {
        case nil, .null?: .success([:])
        case .object(let members)?: .success(members)
        default: .failure(Problem(reason: .wrongType))
        }
    }

    private static func action(_ envelope: [String: JSONValue]) -> Decoding {
        switch word(envelope["action"]) {
        case .success("app_ready"):
            return .event(EventDraft("hubble.app_ready"), reactions: [.ready])
        case .success("close"):
            return .event(EventDraft("hubble.close"), reactions: [.close])
        case .success("error"):
            let message = (envelope["message"]?.stringValue ?? envelope["error"]?.stringValue)
                .map { String($0.prefix(messageCharacters)) }
            return .event(
                EventDraft("hubble.error", message.map { ["message": .string($0)] } ?? [:]),
                reactions: [.fail(message: message ?? "")])
        case .success("launch_link"):
            return link(envelope)
        case .success:
            return .rejected(.unknownAction)
        case .failure(let problem):
            return .rejected(problem.reason)
        }
    }

    /// A link to open outside.
    ///
    /// The event shows what may be shown of it, the reaction carries the whole for the policy.
    private static func link(_ envelope: [String: JSONValue]) -> Decoding {
        switch properties(envelope).flatMap({ word($0["link"]) }) {
        case .success(let link):
            .event(
                EventDraft("hubble.launch_link", ["link": .string(Redaction.url(link))]),
                reactions: [.openOutside(url: link)])
        case .failure(let problem):
            .rejected(problem.reason)
        }
    }

    private static func analytics(_ envelope: [String: JSONValue]) -> Decoding {
        switch (word(envelope["event"]), properties(envelope)) {
        case (.success(let event), .success(let properties)):
            var data: [String: JSONValue] = ["event": .string(event), "properties": .object(properties)]
            let mismatches = HubbleAnalytics.mismatches(event: event, properties: properties)
            if !mismatches.isEmpty { data["mismatches"] = .array(mismatches.map(JSONValue.string)) }
            let type = EventWord.isPlain(event) ? "hubble.analytics." + event : "hubble.analytics"
            return .event(EventDraft(type, .object(data)), reactions: [])
        case (.failure(let problem), _), (_, .failure(let problem)):
            return .rejected(problem.reason)
        }
    }
}
