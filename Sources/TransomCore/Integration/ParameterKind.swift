// The values that a parameter can have.
// SPDX-License-Identifier: Apache-2.0

/// The values that a parameter can have.
public enum ParameterKind: Sendable, Equatable {
    /// Any text without control characters, at most so many bytes.
    case text(maximumBytes: Int)
    /// `true` or `false`.
    case boolean
    /// A decimal number, zero or more.
    case number
    /// One of these words.
    case choice([String])
    /// An origin in canonical spelling.
    case origin
    /// An `https` URL; `http` to a loopback address in tests.
    case url

    /// The name in lists and in JSON.
    public var name: String {
        switch self {
        case .text: "text"
        case .boolean: "boolean"
        case .number: "number"
        case .choice: "choice"
        case .origin: "origin"
        case .url: "url"
        }
    }

    /// What is possible, in words that stand after "is not".
    public var expectation: String {
        switch self {
        case .text(let maximum): "a text of 1 to \(maximum) bytes without control characters"
        case .boolean: "true or false"
        case .number: "a number such as 500 or 99.5"
        case .choice(let words): words.joined(separator: " or ")
        case .origin: "an origin such as https://shop.example"
        case .url: "a URL such as https://shop.example/start"
        }
    }

    /// Whether a value is possible.
    ///
    /// - Parameters:
    ///   - value: the text as it was given.
    ///   - profile: whether loopback may be named.
    public func accepts(_ value: String, profile: RuleProfile = .production) -> Bool {
        switch self {
        case .text(let maximum):
            return (1...max(maximum, 1)).contains(value.utf8.count)
                && value.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        case .boolean:
            return value == "true" || value == "false"
        case .number:
            let parts = value.split(separator: ".", omittingEmptySubsequences: false)
            return (1...2).contains(parts.count) && value.utf8.count <= 20
                && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
        case .choice(let words):
            return words.contains(value)
        case .origin:
            guard let origin = try? Origin(value) else { return false }
            return (try? OriginRule(origin.description, profile: profile)) != nil
        case .url:
            let url = ParsedURL(value)
            guard value.utf8.count <= NavigationPolicy.maximumLength,
                value.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), let origin = url.origin
            else { return false }
            return (try? OriginRule(origin.description, profile: profile)) != nil
        }
    }
}
