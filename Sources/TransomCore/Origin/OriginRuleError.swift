// Why a text is not an allow rule.
// SPDX-License-Identifier: Apache-2.0

/// What is wrong with a text that should be an allow rule.
public enum OriginRuleError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Nothing was given.
    case empty
    /// `*`: there is no rule that matches everything.
    case matchAll(given: String)
    /// A star anywhere but as `*.` in front of a domain.
    case wildcard(given: String)
    /// A wildcard over an address or over the host of a packaged page.
    case wildcardHost(given: String, host: String)
    /// A wildcard over names that strangers can register.
    case publicSuffix(given: String, suffix: String)
    /// http to anything but a literal loopback address in the test profile.
    case http(given: String)
    /// A loopback address outside the test profile.
    case loopback(given: String)
    /// `localhost` or a name under it.
    case localhost(given: String)
    /// The origin in the rule is wrong.
    case origin(OriginError)

    /// One sentence that names what was given and what would be right.
    public var description: String {
        switch self {
        case .empty:
            "a rule is empty; write an origin, as in https://shop.example or https://*.shop.example"
        case .matchAll(let given):
            "rule \(AddressText.shown(given)) would match everything; name each origin"
        case .wildcard(let given):
            "rule \(AddressText.shown(given)) has a star where none can be; only https://*.domain is possible"
        case .wildcardHost(let given, let host):
            "rule \(AddressText.shown(given)) has a wildcard over \(quoted(host)), which has no sub-domains; write the host itself"
        case .publicSuffix(let given, let suffix):
            "rule \(AddressText.shown(given)) covers all that anybody registers under \(quoted(suffix)); name the domain below it"
        case .http(let given):
            "rule \(AddressText.shown(given)) allows clear text; write https"
        case .loopback(let given):
            "rule \(AddressText.shown(given)) names this machine, which is possible in tests only"
        case .localhost(let given):
            "rule \(AddressText.shown(given)) names localhost; tests write 127.0.0.1 or [::1]"
        case .origin(let error):
            "rule: \(error)"
        }
    }
}
