// What of a URL may be shown.
// SPDX-License-Identifier: Apache-2.0

extension Redaction {
    /// The longest path that is shown, in bytes.
    static let maximumShownPath = 256

    /// `url` cut to its origin, as in `https://bank.example`; a URL without a tuple origin is cut to its scheme,
    /// `tel:`.
    ///
    /// For URLs whose path is a secret too, such as a link to a payment.
    public static func origin(of url: String) -> String {
        let parts = parts(of: url)
        if let origin = parts.origin { return origin.description }
        guard !parts.scheme.isEmpty else { return placeholder }
        // A host that is spelled out of order, or that follows a user name, is shown only as far as it is plain.
        guard ["https", "http", "app"].contains(parts.scheme), case .success = parts.host else {
            return parts.scheme + ":"
        }
        return parts.scheme + "://" + parts.hostText
    }

    /// `url` cut to its origin and path, without credentials, query and fragment: what an event's `url` holds.
    ///
    /// The engine's own `about:blank` and `about:srcdoc` stay as they are. Of every other URL without a tuple origin
    /// only the scheme is left, since the rest may be a document, a number or a payment.
    public static func url(_ url: String) -> String {
        if url == "about:blank" || url == "about:srcdoc" { return url }
        let parts = parts(of: url)
        guard parts.origin != nil || (parts.scheme == "https" || parts.scheme == "http") && isPlain(parts) else {
            return origin(of: url)
        }
        let path = parts.bytes[parts.pathRange]
        guard path.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else { return origin(of: url) + "/…" }
        guard path.count > maximumShownPath else { return origin(of: url) + ASCII.string(path) }
        return origin(of: url) + ASCII.string(path.prefix(maximumShownPath)) + "…"
    }

    private static func isPlain(_ parts: ParsedURL) -> Bool {
        if case .success = parts.host { return true }
        return false
    }

    /// Only the beginning of an overlong URL is looked at: no origin and no shown path is longer.
    private static func parts(of url: String) -> ParsedURL {
        guard url.utf8.count > NavigationPolicy.maximumLength else { return ParsedURL(url) }
        return ParsedURL(String(decoding: url.utf8.prefix(NavigationPolicy.maximumLength), as: UTF8.self))
    }
}
