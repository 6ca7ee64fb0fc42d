// The messages of a payment page.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// The messages of a payment page: `redirect` and `complete`.
///
/// What the page says about a payment is a claim; the request's status on the vendor's server decides.
struct VolleyMessage {
    /// Longest status in bytes.
    static let maximumStatusBytes = 64
    /// Longest bank's name and payment's id in bytes.
    static let maximumFieldBytes = 256

    /// The request that was opened.
    let request: VolleyRequest
    /// The schemes of bank apps that may be opened besides https.
    let bankSchemes: [String]

    /// Says what a message means.
    func decode(_ message: GatedMessage) -> Decoding {
        guard case .object(let body) = message.body else { return .rejected(.notObject) }
        let type: String
        switch body["type"] {
        case .string(let text)? where !text.isEmpty: type = text
        case nil, .null?, .string?: return .rejected(.missingField)
        default: return .rejected(.wrongType)
        }
        guard ["redirect", "complete"].contains(type) else { return .rejected(.unknownType) }
        guard !request.isOther(message.documentURL) else { return .rejected(.requestMismatch) }
        return type == "redirect" ? redirect(body) : complete(body)
    }

    /// The way to the bank, opened outside while the page stays and polls.
    ///
    /// The event shows where it leads; the rest of the URL is a consent that whoever has it can give.
    private func redirect(_ body: [String: JSONValue]) -> Decoding {
        switch body["url"] {
        case .string(let url)? where !url.isEmpty:
            guard mayLeave(url) else { return .rejected(.invalidValue) }
            return .event(
                EventDraft("volley.redirect", ["url": .string(Redaction.origin(of: url))]),
                reactions: [.openOutside(url: url, alwaysLeaves: true)])
        case nil, .null?, .string?: return .rejected(.missingField)
        default: return .rejected(.wrongType)
        }
    }

    /// Whether a URL is a bank's, by its scheme and host; the navigation policy judges it again, as any other.
    private func mayLeave(_ url: String) -> Bool {
        guard url.utf8.count <= NavigationPolicy.maximumOutsideLength else { return false }
        let parts = ParsedURL(url)
        if bankSchemes.contains(parts.scheme) { return !parts.hasCredentials }
        guard parts.scheme == "https", let origin = parts.origin else { return false }
        return origin != VolleyRequest.origin
    }

    /// The end of a payment; taken once.
    ///
    /// What is malformed is told and marked, and nothing is done about it: the page goes on, and so does the vendor's
    /// server, which decides.
    private func complete(_ body: [String: JSONValue]) -> Decoding {
        var data: [String: JSONValue] = [:]
        var isMalformed = false
        for (name, maximum, isRequired) in [
            ("status", Self.maximumStatusBytes, true), ("bank", Self.maximumFieldBytes, false),
            ("paymentId", Self.maximumFieldBytes, false),
        ] {
            switch body[name] {
            case .string(let text)? where (1...maximum).contains(text.utf8.count): data[name] = .string(text)
            case nil, .null?: if isRequired { isMalformed = true }
            default: isMalformed = true
            }
        }
        guard !isMalformed else {
            data["malformed"] = true
            return .event(EventDraft("volley.complete", .object(data)), reactions: [])
        }
        return .once(
            key: "complete", EventDraft("volley.complete", .object(data)), reactions: [.complete(.object(data))])
    }
}
