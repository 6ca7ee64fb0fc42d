// What was decided about a navigation, by which rule, and why.
// SPDX-License-Identifier: Apache-2.0

/// The outcome of a navigation with every step that led to it.
public struct NavigationDecision: Hashable, Sendable {
    /// What the rules say.
    public let outcome: NavigationOutcome
    /// What the host does.
    ///
    /// It differs from `outcome` only in the report mode, where what would be blocked loads.
    public let enforced: NavigationOutcome
    /// The name of the rule that decided.
    public let rule: String
    /// The rules in the order in which they were asked; the last one decided.
    public let steps: [NavigationStep]
    /// The origin of the URL, nil where it has none that can be allowed.
    public let origin: Origin?

    /// The reason that the deciding rule gave, one sentence without a full stop.
    public var why: String { steps.last?.why ?? "" }

    /// The allow rule that would let this navigation in, nil where none could: it already is inside, or something else
    /// than its origin is wrong with it.
    public var allowingRule: OriginRule? {
        guard outcome != .inside, let origin, NavigationPolicy.rulesOfOrigins.contains(rule) else { return nil }
        return try? OriginRule(origin.description)
    }
}
