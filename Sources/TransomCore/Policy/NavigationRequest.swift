// A navigation that asks to be decided.
// SPDX-License-Identifier: Apache-2.0

/// What is known about a navigation before it happens.
public struct NavigationRequest: Hashable, Sendable {
    /// The URL as it is spelled.
    public var url: String
    /// What navigates.
    public var from: NavigationTarget
    /// Who has spelled the URL.
    public var spelling: URLSpelling

    /// Asks about a navigation.
    ///
    /// - Parameters:
    ///   - url: An absolute URL, of any length.
    ///   - from: What navigates.
    ///   - spelling: `.canonical` only for a string that the engine has serialised.
    public init(url: String, from: NavigationTarget, spelling: URLSpelling) {
        self.url = url
        self.from = from
        self.spelling = spelling
    }
}
