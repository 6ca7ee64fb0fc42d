// Which navigation the engine's signals belong to.
// SPDX-License-Identifier: Apache-2.0

/// Follows the main frame's navigations through the engine's signals, which carry no navigation object.
@MainActor
struct NavigationTracker {
    /// How the app asked for a navigation, by which its decision is known among those that a page asks for.
    enum Kind: Equatable {
        /// A load of what the engine now gives as its URL.
        case load(url: String)
        /// A reload.
        case reload
        /// A step in the history.
        case history
    }

    private enum Stage {
        case requested
        case deciding
        case allowed
    }

    private struct Pending {
        let navigation: WKNavigation
        let kind: Kind
        var stage = Stage.requested
        /// Whether it had started before and is made again.
        var isResumed = false
    }

    /// The app's navigation that has not started.
    private var pending: Pending?
    /// The navigation that has started and not ended.
    private(set) var current: WKNavigation?
    /// Whether the page of the current one has begun to arrive.
    private(set) var isCommitted = false
    /// What was wrong with the server's certificate, told just before the failure.
    var certificateErrors: UInt32 = 0
    private var hasFailed = false
    /// The navigation that waits for a word on its server's certificate.
    private var held: WKNavigation?

    /// Whether a load is on its way: from the app's call on, as on iOS.
    ///
    /// The engine's own word is true for ever after a load that was stopped before it started.
    var isLoading: Bool {
        pending != nil || held != nil || (current != nil && !hasFailed)
    }

    /// Whether the app has asked for another navigation, which has not started.
    var isReplaced: Bool {
        pending != nil
    }

    /// Whether the next start is that of a navigation of the app's.
    var isAllowed: Bool {
        pending?.stage == .allowed
    }

    /// The app asked for a navigation.
    mutating func begin(_ kind: Kind) -> WKNavigation {
        let navigation = WKNavigation()
        pending = Pending(navigation: navigation, kind: kind)
        held = nil
        return navigation
    }

    /// The app's navigation that a decision is about, or nil when a page asks for it.
    mutating func claim(_ action: ActionValues) -> WKNavigation? {
        guard let pending, pending.stage == .requested else { return nil }
        let isExpected =
            switch pending.kind {
            case .load(let url): url == action.url
            case .reload: action.type == .reload
            case .history: action.type == .backForward
            }
        guard isExpected else { return nil }
        self.pending?.stage = .deciding
        return pending.navigation
    }

    /// The app's navigation was decided on.
    mutating func decided(_ navigation: WKNavigation, allowed: Bool) {
        guard let pending, pending.navigation === navigation, pending.stage == .deciding else { return }
        if allowed { self.pending?.stage = .allowed } else { self.pending = nil }
    }

    /// The app's navigation stays in its document, so that nothing of it will start.
    mutating func stayed() {
        if let pending, pending.stage != .deciding { self.pending = nil }
    }

    /// The current navigation failed and waits for a word on its server's certificate.
    mutating func hold() {
        held = current
        hasFailed = true
    }

    /// Whether a navigation waits for that word.
    func isHeld(_ navigation: WKNavigation) -> Bool {
        held === navigation
    }

    /// The certificate is trusted: the navigation is made again.
    mutating func resume(_ navigation: WKNavigation, url: String) {
        pending = Pending(navigation: navigation, kind: .load(url: url), isResumed: true)
        held = nil
    }

    /// The certificate is not trusted, or nobody says.
    mutating func release(restoring navigation: WKNavigation? = nil) {
        held = nil
        if navigation != nil { hasFailed = false }
    }

    /// Whether a navigation is made again.
    func isResumed(_ navigation: WKNavigation) -> Bool {
        pending?.navigation === navigation && isResumed
    }

    /// Whether the app's navigation that has not started is made again.
    var isResumed: Bool {
        pending?.isResumed ?? false
    }

    /// The web process went away.
    mutating func terminated() {
        current = nil
        held = nil
        hasFailed = true
    }

    /// The app stopped what it had asked for.
    mutating func stopped() {
        pending = nil
        held = nil
    }

    /// The engine began a navigation.
    mutating func started() -> WKNavigation {
        var navigation = WKNavigation()
        if let pending, pending.stage == .allowed {
            navigation = pending.navigation
            self.pending = nil
        }
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
