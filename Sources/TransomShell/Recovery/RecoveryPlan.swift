// When a page that went away or failed is tried again.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// Decides when a page that went away or failed is tried again: so many times a minute, then less and less often.
///
/// It counts and waits for nothing itself.
nonisolated struct RecoveryPlan {
    /// What is done about a web process that went away.
    enum Step: Equatable {
        /// The page that was shown is loaded again, at once.
        case samePage
        /// The page to begin with is loaded after this time: the one before may be what kills its process.
        case startPage(after: Duration)
        /// The host's own screen is shown, and the page to begin with is tried after this time.
        case safePage(after: Duration)
    }

    private let limits: Limits
    /// When pages were loaded again because a process had gone, within the window.
    private var reloads: [Duration] = []
    /// How many times in a row the host's own screen was shown.
    private var inARow = 0
    /// How many tries there were since a page was last there.
    private(set) var attempt = 0

    init(_ limits: Limits) {
        self.limits = limits
    }

    /// A web process went away.
    ///
    /// - Parameter now: The monotonic time.
    mutating func crashed(at now: Duration) -> Step {
        attempt += 1
        reloads.removeAll { now - $0 >= limits.crashWindow }
        if reloads.isEmpty { inARow = 0 }
        if reloads.count < limits.crashReloads {
            let wait = limits.retryFirst * reloads.count
            reloads.append(now + wait)
            return reloads.count == 1 ? .samePage : .startPage(after: wait)
        }
        inARow += 1
        let free = reloads[reloads.count - limits.crashReloads] + limits.crashWindow - now
        let wait = max(free, backOff(inARow))
        reloads.append(now + wait)
        return .safePage(after: wait)
    }

    /// A load failed, or the page said that it did.
    ///
    /// - Returns: After what time it is tried again.
    mutating func failed() -> Duration {
        attempt += 1
        inARow += 1
        return backOff(inARow)
    }

    /// The page is there.
    ///
    /// - Returns: How many tries it took; nil where nothing had been wrong.
    mutating func settled() -> Int? {
        guard attempt > 0 else { return nil }
        defer { attempt = 0 }
        if reloads.isEmpty { inARow = 0 }
        return attempt
    }

    /// 1, 2, 4 … times the first wait, up to the longest.
    private func backOff(_ count: Int) -> Duration {
        min(limits.retryLongest, limits.retryFirst * (1 << min(max(count, 1) - 1, 16)))
    }
}
