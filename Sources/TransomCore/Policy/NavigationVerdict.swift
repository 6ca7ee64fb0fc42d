// What a rule answers.
// SPDX-License-Identifier: Apache-2.0

/// The answer of one rule, with its reason as one sentence without a full stop.
public enum NavigationVerdict: Hashable, Sendable {
    /// The rule has nothing against the navigation and leaves it to the next.
    case pass(String)
    /// The rule decides.
    case decide(NavigationOutcome, String)
}
