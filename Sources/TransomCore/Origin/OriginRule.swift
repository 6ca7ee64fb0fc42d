// Allow rules: one origin, or the sub-domains of one domain.
// SPDX-License-Identifier: Apache-2.0

/// A rule that origins are held against: `scheme "://" [ "*." ] host [ ":" port ]`, lower case, ASCII.
///
/// `https` and `app` are possible; http only with a literal loopback address in the test profile. A missing port is the
/// scheme's default and never "any". `*.` covers sub-domains of every depth but not the domain itself, and does not
/// stand over an address or over a public suffix. No rule matches everything.
///
/// The grammar is that of Android's `allowedOriginRules`, made stricter.
public struct OriginRule: Hashable, Sendable, CustomStringConvertible {
    /// The origin, or the one whose sub-domains are meant.
    public let origin: Origin
    /// Whether sub-domains of the host are meant, and not the host itself.
    public let coversSubdomains: Bool

    /// Parses a rule.
    ///
    /// - Parameters:
    ///   - text: The rule. The scheme's default port may be written out.
    ///   - profile: Tests may name loopback addresses.
    /// - Throws: `OriginRuleError`, which names what was given and what would be right.
    public init(_ text: String, profile: RuleProfile = .production) throws(OriginRuleError) {
        guard !text.isEmpty else { throw .empty }
        guard text != "*" else { throw .matchAll(given: text) }
        let star = UInt8(ascii: "*")
        var originText = text
        var covers = false
        if text.utf8.contains(star) {
            guard let range = text.utf8.firstRange(of: "://*.".utf8), text.utf8.count(where: { $0 == star }) == 1 else {
                throw .wildcard(given: text)
            }
            covers = true
            let scheme = text.utf8[..<range.lowerBound]
            originText = ASCII.string(scheme) + "://" + ASCII.string(text.utf8[range.upperBound...])
        }
        do {
            origin = try Self.parse(originText)
        } catch {
            throw .origin(error)
        }
        coversSubdomains = covers
        try check(text, profile)
    }

    /// The rule that matches exactly one origin, for origins that are known to be trusted.
    public init(exactly origin: Origin) {
        self.origin = origin
        coversSubdomains = false
    }

    /// A production rule that is written in the source.
    ///
    /// A mistake in it is ours, and traps.
    public static func literal(_ text: StaticString) -> OriginRule {
        do {
            return try OriginRule(text.description)
        } catch {
            preconditionFailure(error.description)
        }
    }

    /// Whether `origin` is meant by this rule: the same scheme, the same port, and the host or one of its sub-domains.
    public func matches(_ origin: Origin) -> Bool {
        origin.port == self.origin.port && origin.scheme == self.origin.scheme && covers(host: origin.host)
    }

    /// Whether `host` is meant by this rule under whatever scheme and port.
    func covers(host: String) -> Bool {
        guard coversSubdomains else { return host == origin.host }
        let suffix = origin.host.utf8
        let rest = host.utf8.count - suffix.count
        guard rest > 1, host.utf8.suffix(suffix.count).elementsEqual(suffix) else { return false }
        return host.utf8.dropFirst(rest - 1).first == UInt8(ascii: ".")
    }

    /// The rule as it is written, without a port that the scheme implies.
    public var description: String {
        guard coversSubdomains else { return origin.description }
        let port = origin.port.map { ":" + String($0) } ?? ""
        return origin.scheme + "://*." + origin.host + port
    }

    /// An origin in which the scheme's default port may be written out.
    private static func parse(_ text: String) throws(OriginError) -> Origin {
        do {
            return try Origin(text)
        } catch .defaultPort(_, let canonical) {
            return try Origin(canonical)
        }
    }

    private func check(_ given: String, _ profile: RuleProfile) throws(OriginRuleError) {
        // The host was parsed a moment ago, so this cannot fail; the name is the safe answer if it ever does.
        let kind = (try? HostKind(ArraySlice(origin.host.utf8))) ?? .domain
        let isDomain = kind == .domain
        if coversSubdomains {
            guard isDomain, origin.scheme != "app" else { throw .wildcardHost(given: given, host: origin.host) }
            guard !PublicSuffix.contains(origin.host) else {
                throw .publicSuffix(given: given, suffix: origin.host)
            }
        }
        guard origin.scheme != "app" else { return }
        if isDomain, origin.host.split(separator: ".").last == "localhost" { throw .localhost(given: given) }
        let isLoopback = SpecialUse.isLoopback(kind)
        guard !SpecialUse.isThisMachine(kind) || isLoopback && profile == .test else { throw .loopback(given: given) }
        guard origin.scheme == "https" || isLoopback else { throw .http(given: given) }
    }
}
