// A rate with a burst, on times that are handed in.
// SPDX-License-Identifier: Apache-2.0

/// A rate with a burst: so many at once, then so many a second.
///
/// It holds the time at which it would be full again, so that nothing is rounded away however often it is asked.
public struct TokenBucket: Sendable, Equatable {
    private let interval: Duration
    private let burst: Int
    private var fullAt: Duration

    /// Makes a full bucket.
    ///
    /// - Parameters:
    ///   - count: how many in `window` may be kept up for ever; from 1.
    ///   - window: the time that `count` is for; longer than zero.
    ///   - burst: how many may come at once; from 1.
    public init(count: Int, in window: Duration, burst: Int) {
        interval = window / max(count, 1)
        self.burst = max(burst, 1)
        fullAt = .zero
    }

    /// Takes one, if there is one.
    ///
    /// - Parameter now: the monotonic time, never less than at the call before.
    /// - Returns: whether there was one.
    public mutating func take(at now: Duration) -> Bool {
        let base = max(fullAt, now)
        guard base + interval - now <= interval * burst else { return false }
        fullAt = base + interval
        return true
    }
}
