// Decides which return links a run takes.
// SPDX-License-Identifier: Apache-2.0

/// Decides which return links a run takes: of its scheme, not too many, with the state that it waits for, once.
public struct ReturnGate: Sendable {
    /// What becomes of a link.
    public enum Outcome: String, Hashable, Sendable {
        /// It carries the state that this run waits for.
        case taken
        /// It is of this run's scheme and carries another state or none: it raises a window at most.
        case stranger
        /// It is of another scheme.
        case scheme
        /// Too many links came in a short time.
        case busy
        /// It is no return link.
        case refused
    }

    /// The scheme.
    public let scheme: ReturnScheme
    private let clock: any HostClock
    private let lifetime: Duration
    private var bucket: TokenBucket
    private var states: [String: Duration] = [:]

    /// The form of a state: at least 128 bits in letters, digits, `-` and `_`.
    public static let stateForm = "22 to 128 letters, digits, \"-\" and \"_\", made at random"

    /// Makes a gate.
    ///
    /// - Parameters:
    ///   - scheme: Links of others are not this run's.
    ///   - limits: For rate and lifetime.
    ///   - clock: For rate and lifetime; only its monotonic time counts.
    public init(scheme: ReturnScheme, limits: Limits = .standard, clock: any HostClock) {
        self.scheme = scheme
        self.clock = clock
        lifetime = limits.returnLifetime
        bucket = TokenBucket(count: limits.returnLinks, in: limits.returnWindow, burst: limits.returnLinks)
    }

    /// Whether a text can be a state.
    public static func isState(_ text: String) -> Bool {
        (22...128).contains(text.utf8.count)
            && text.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == 0x2D || $0 == 0x5F }
    }

    /// Waits for a state from now on: for one link, within ``Limits/returnLifetime``.
    public mutating func expect(_ state: String) {
        states[state] = clock.monotonic + lifetime
    }

    /// Judges a link.
    public mutating func take(_ text: String) -> Outcome {
        let link: ReturnLink
        do throws(ReturnLinkProblem) { link = try ReturnLink(text) } catch { return .refused }
        guard link.scheme == scheme.name else { return .scheme }
        guard bucket.take(at: clock.monotonic) else { return .busy }
        return use(link.state) ? .taken : .stranger
    }

    /// Whether a link carries a state that is waited for, which is then used up.
    ///
    /// For a link that another gate has judged: it is not counted again.
    public mutating func claim(_ text: String) -> Bool {
        guard let link = try? ReturnLink(text), link.scheme == scheme.name else { return false }
        return use(link.state)
    }

    /// Takes a state, which is then used up.
    ///
    /// - Returns: Whether it was waited for.
    public mutating func use(_ state: String?) -> Bool {
        let now = clock.monotonic
        states = states.filter { $0.value > now }
        guard let state else { return false }
        return states.removeValue(forKey: state) != nil
    }
}
