// Fuzzes return links and return paths: what is taken is of the one form, and no list is without an end.
// SPDX-License-Identifier: Apache-2.0
//
// Compiled by scripts/fuzz as one module with the sources of TransomCore.

/// Tries one input.
func fuzzDeepLink(_ input: UnsafeBufferPointer<UInt8>) {
    let text = String(decoding: input, as: UTF8.self)
    if let link = try? ReturnLink(text) {
        let folded = Array(text.utf8).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        precondition(folded.starts(with: Array("\(link.scheme)://return".utf8)), "taken: \(text)")
        precondition(text.utf8.count <= ReturnLink.maximumLength)
        precondition(!text.contains("#") && !text.contains("@") && !text.contains("%"), "taken: \(text)")
        if let state = link.state { precondition(text.contains("state=" + state)) }
    }
    if let scheme = try? ReturnScheme(text) { precondition(scheme.name == text.lowercased()) }
    let half = text.utf8.count / 2
    let (first, second) = (
        String(decoding: text.utf8.prefix(half), as: UTF8.self),
        String(decoding: text.utf8.dropFirst(half), as: UTF8.self)
    )
    if let paths = try? ReturnPaths("https://shop.example/" + first) {
        let matches = paths.matches("https://shop.example/" + second)
        precondition(!matches || ParsedURL("https://shop.example/" + second).origin == paths.origin)
        precondition(!paths.matches("https://evil.example/" + second))
    }
    if let paths = try? ReturnPaths(appleAppSiteAssociation: text, of: .literal("https://shop.example")) {
        _ = paths.matches("https://shop.example/return?state=a#b")
        _ = paths.warnings
    }
}
