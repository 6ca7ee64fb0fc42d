// One rule of the paths of an https origin that lead back to a run.
// SPDX-License-Identifier: Apache-2.0

/// One rule of an `apple-app-site-association` list: a pattern for the path, and where given for query and fragment.
///
/// `*` stands for any characters and none, `?` for one. A rule may exclude what it matches.
public struct ReturnPath: Hashable, Sendable {
    /// The pattern of the path.
    public let path: String
    /// Patterns of single query parameters, by name; or one for the whole query under the empty name.
    public let query: [String: String]
    /// The pattern of the fragment, nil for any.
    public let fragment: String?
    /// Whether what matches is no return.
    public let excludes: Bool
    /// Whether letters count in their case.
    public let isCaseSensitive: Bool

    /// Makes a rule.
    public init(
        _ path: String, query: [String: String] = [:], fragment: String? = nil, excludes: Bool = false,
        isCaseSensitive: Bool = true
    ) {
        self.path = path
        self.query = query
        self.fragment = fragment
        self.excludes = excludes
        self.isCaseSensitive = isCaseSensitive
    }

    /// Why the rule takes more than anybody can want, or nil.
    public var warning: String? {
        guard !excludes, ["/", "/*", "*"].contains(path), query.isEmpty, fragment == nil else { return nil }
        return path == "/"
            ? "the return path \"/\" is the origin's first page; write one of your own, such as /return"
            : "the return path \(quoted(path)) takes every page of the origin; write one of your own, such as /return/*"
    }

    /// Whether a URL's parts match.
    func matches(_ url: ParsedURL) -> Bool {
        let path = url.path.isEmpty ? "/" : url.path
        guard Self.match(self.path, path, isCaseSensitive) else { return false }
        if let fragment, !Self.match(fragment, url.fragment ?? "", isCaseSensitive) { return false }
        for (name, pattern) in query {
            guard !name.isEmpty else {
                guard Self.match(pattern, url.query ?? "", isCaseSensitive) else { return false }
                continue
            }
            let values = Self.values(of: name, in: url.query ?? "")
            guard !values.isEmpty, values.allSatisfy({ Self.match(pattern, $0, isCaseSensitive) }) else { return false }
        }
        return true
    }

    private static func values(of name: String, in query: String) -> [String] {
        query.split(separator: "&").compactMap { part in
            let sign = part.firstIndex(of: "=") ?? part.endIndex
            guard part[..<sign] == name else { return nil }
            return sign == part.endIndex ? "" : String(part[part.index(after: sign)...])
        }
    }

    /// Matches a text with a pattern, in time that grows with both lengths and no more.
    static func match(_ pattern: String, _ text: String, _ isCaseSensitive: Bool) -> Bool {
        func bytes(_ text: String) -> [UInt8] {
            isCaseSensitive ? Array(text.utf8) : text.utf8.map(ASCII.lowercased)
        }
        let (pattern, text) = (bytes(pattern), bytes(text))
        var (p, t) = (0, 0)
        var star: (pattern: Int, text: Int)?
        while t < text.count {
            if p < pattern.count, pattern[p] == UInt8(ascii: "*") {
                star = (p, t)
                p += 1
            } else if p < pattern.count, pattern[p] == UInt8(ascii: "?") || pattern[p] == text[t] {
                p += 1
                t += 1
            } else if let last = star {
                star = (last.pattern, last.text + 1)
                p = last.pattern + 1
                t = last.text + 1
            } else {
                return false
            }
        }
        return pattern[p...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}
