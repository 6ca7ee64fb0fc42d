// A payment request, known by the id in its address.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// A payment request, known by the id in its address: `https://app.volley.nz/pay/{id}`.
///
/// Whoever has the id can pay, and see what is asked for, so it is kept out of everything that is written.
struct VolleyRequest: Equatable {
    /// What a request's URL is, in words that stand after "is not".
    static let urlExpectation = "https://app.volley.nz/pay/…"
    /// What a request's id is, in words that stand after "is not".
    static let idExpectation = "the id of a request: 4 to 128 of A-Z a-z 0-9 - _, with request_ before it or not"
    /// Where requests are paid.
    static let origin = Origin.literal("https://app.volley.nz")

    let id: String
    /// The query of the URL, where it came with one.
    let query: String?

    /// Takes an id of the vendor's API, with its `request_` or without, as it stands in the address.
    init?(id text: String) {
        let prefix = "request_"
        let id = text.utf8.starts(with: prefix.utf8) ? String(text.dropFirst(prefix.count)) : text
        guard Self.isID(id) else { return nil }
        self.id = id
        query = nil
    }

    /// Takes a request's URL; it is compared part by part, never by its beginning.
    init?(url text: String) {
        let url = ParsedURL(text)
        guard text.utf8.count <= NavigationPolicy.maximumLength, url.origin == Self.origin, url.fragment == nil,
            let segments = Self.segments(of: url), segments.count == 1, Self.isID(segments[0]),
            url.query?.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }) ?? true
        else { return nil }
        id = segments[0]
        query = url.query
    }

    /// The URL to open.
    var url: String { "\(Self.origin)/pay/\(id)" + (query.map { "?" + $0 } ?? "") }

    /// Whether a document is the page of another request.
    ///
    /// The vendor's page may give itself another address while it is open, so only another request's address counts.
    func isOther(_ documentURL: String?) -> Bool {
        guard let documentURL else { return true }
        let url = ParsedURL(documentURL)
        guard url.origin == Self.origin else { return true }
        guard let segments = Self.segments(of: url), let first = segments.first else { return false }
        return first != id
    }

    /// What follows `/pay/`; nil for another path.
    private static func segments(of url: ParsedURL) -> [String]? {
        let parts = url.path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count >= 3, parts[0].isEmpty, parts[1] == "pay" else { return nil }
        return Array(parts.dropFirst(2))
    }

    private static func isID(_ text: String) -> Bool {
        (4...128).contains(text.utf8.count) && EventWord.isPlain(String(text.prefix(64)))
            && (text.utf8.count <= 64 || EventWord.isPlain(String(text.dropFirst(64))))
            && !text.utf8.contains(UInt8(ascii: "."))
    }
}
