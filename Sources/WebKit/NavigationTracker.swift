// Which navigation the engine's signals belong to.
// SPDX-License-Identifier: Apache-2.0

/// Follows the main frame's navigations through the engine's signals, which carry no navigation object.
@MainActor
struct NavigationTracker {
    /// The navigation that the app asked for and the engine has not begun.
    var awaitingDecision: WKNavigation?
    /// The app's navigation that was allowed and has not started.
    private var awaitingStart: WKNavigation?
    /// The navigation that has started and not ended.
    private(set) var current: WKNavigation?
    /// Whether the page of the current one has begun to arrive.
    private(set) var isCommitted = false
    /// What was wrong with the server's certificate, told just before the failure.
    var certificateErrors: UInt32 = 0
    private var hasFailed = false

    /// Whether the app asked for a load that the engine has not begun.
    var isAwaitingStart: Bool {
        awaitingDecision != nil || awaitingStart != nil
    }

    /// The app asked for a navigation.
    mutating func begin() -> WKNavigation {
        let navigation = WKNavigation()
        awaitingDecision = navigation
        return navigation
    }

    /// The app's navigation was decided on.
    mutating func decided(allowed: Bool) {
        awaitingStart = allowed ? awaitingDecision : nil
        awaitingDecision = nil
    }

    /// The engine began a navigation.
    mutating func started() -> WKNavigation {
        let navigation = awaitingStart ?? WKNavigation()
        awaitingStart = nil
        current = navigation
        isCommitted = false
        hasFailed = false
        certificateErrors = 0
        return navigation
    }

    /// The page began to arrive.
    mutating func committed() -> WKNavigation? {
        isCommitted = true
        return current
    }

    /// The navigation failed; returns it, and whether its page had begun to arrive.
    mutating func failed() -> (WKNavigation?, Bool) {
        hasFailed = true
        return (current, isCommitted)
    }

    /// The engine is done.
    ///
    /// Returns the navigation only when it succeeded: the signal follows every failure as well.
    mutating func finished() -> WKNavigation? {
        defer { current = nil }
        return hasFailed ? nil : current
    }
}
