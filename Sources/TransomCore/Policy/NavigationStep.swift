// One rule's part in a decision.
// SPDX-License-Identifier: Apache-2.0

/// What one rule said about a navigation, so that a decision can be explained.
public struct NavigationStep: Hashable, Sendable, Codable {
    /// The name of the rule.
    public let rule: String
    /// Whether this rule decided; only the last step of a decision does.
    public let matched: Bool
    /// One sentence without a full stop.
    public let why: String
}
