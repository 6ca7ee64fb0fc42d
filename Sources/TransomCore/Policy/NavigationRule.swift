// What every rule of the navigation policy is.
// SPDX-License-Identifier: Apache-2.0

/// One named rule of the policy: it decides, or passes the navigation on to the next.
public protocol NavigationRule: Sendable {
    /// The name that explanations and events give: lower case, hyphens between words.
    var name: String { get }

    /// Judges one navigation. Called for each navigation in order, until a rule decides; it must be fast and pure.
    ///
    /// - Parameters:
    ///   - navigation: The navigation with its URL in parts.
    ///   - policy: The lists to judge by.
    func evaluate(_ navigation: Navigation, under policy: NavigationPolicy) -> NavigationVerdict
}
