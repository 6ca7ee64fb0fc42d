// The origins that may do something: never none.
// SPDX-License-Identifier: Apache-2.0

/// The origins that may do something: one rule at least.
///
/// An integration cannot forget to say which pages it is for, because there is no empty set and no default to fall back
/// on: one that declares no origins does not compile.
public struct OriginSet: Sendable, Equatable, CustomStringConvertible {
    /// The rules, one at least.
    public let rules: [OriginRule]

    /// Makes a set.
    ///
    /// - Parameters:
    ///   - first: the rule that makes the set not empty.
    ///   - rest: further rules.
    public init(_ first: OriginRule, _ rest: [OriginRule] = []) {
        rules = [first] + rest
    }

    /// Whether one of the rules means the origin.
    public func contains(_ origin: Origin) -> Bool { rules.contains { $0.matches(origin) } }

    /// The same set with further rules, each of them once.
    public func adding(_ more: [OriginRule]) -> OriginSet {
        var all = rules
        for rule in more where !all.contains(rule) { all.append(rule) }
        return OriginSet(all[0], Array(all.dropFirst()))
    }

    /// The rules as they are written, with spaces between.
    public var description: String { rules.map(\.description).joined(separator: " ") }
}
