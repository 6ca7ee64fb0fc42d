// What may be shown of an address that somebody gave.
// SPDX-License-Identifier: Apache-2.0

/// What may be shown of an address that somebody gave, right or wrong, where a name, a password or a query could be secret.
package enum AddressText {
    /// An address without what stands before `@` and without what follows `?` or `#`.
    ///
    /// It need not be a URL: what is wrong with it may be just that. An `@` in what would be the authority counts also
    /// behind a `?`, which a password that was not encoded may hold.
    package static func withoutHiddenParts(_ text: String) -> String {
        let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
        let authority = text[start...].prefix { $0 != "/" && $0 != "\\" }
        var shown = authority.lastIndex(of: "@").map { text[$0...] } ?? text[...]
        let end = shown.firstIndex { $0 == "?" || $0 == "#" } ?? shown.endIndex
        let rest = end < shown.endIndex ? String(shown[end]) + "…" : ""
        shown = shown[..<end]
        if let at = shown.lastIndex(of: "@"), at >= start { shown = shown[at...] }
        let hidden = shown.startIndex > text.startIndex ? text[..<start] + "…" : ""
        return hidden + shown + rest
    }

    /// The same in quotation marks, for a sentence.
    package static func shown(_ text: String) -> String {
        quoted(withoutHiddenParts(text))
    }
}
