// Judges PINs, and slows down whoever guesses.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// Judges PINs: after a few wrong ones the next try has to wait, longer each time.
nonisolated struct PINGuard {
    /// What is said to a PIN.
    enum Verdict: Equatable {
        case right
        case wrong
        /// It was not looked at; another try is possible after this time.
        case locked(for: Duration)
    }

    private let pin: SecretValue
    private let limits: Limits
    private var wrong = 0
    private var lockedUntil: Duration?
    private static let longestWait = Duration.seconds(3_600)

    init(_ pin: SecretValue, limits: Limits) {
        self.pin = pin
        self.limits = limits
    }

    /// Whether a text is a PIN: 4 to 12 digits.
    static func isPIN(_ text: String) -> Bool {
        (4...12).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// How long no PIN is looked at; nil where one is.
    func wait(at now: Duration) -> Duration? {
        guard let lockedUntil, now < lockedUntil else { return nil }
        return lockedUntil - now
    }

    /// Judges a PIN.
    mutating func judge(_ given: String, at now: Duration) -> Verdict {
        if let left = wait(at: now) { return .locked(for: left) }
        guard Self.isSame(Array(given.utf8), Array(pin.reveal().utf8)) else {
            wrong += 1
            let beyond = wrong - limits.staffAttempts
            if beyond >= 0 {
                let time = min(Self.longestWait, limits.staffWait * (1 << min(beyond, 10)))
                lockedUntil = now + time
                return .locked(for: time)
            }
            return .wrong
        }
        wrong = 0
        lockedUntil = nil
        return .right
    }

    /// Compares without telling by the time how much of it was right.
    private static func isSame(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        var difference = left.count ^ right.count
        for index in 0..<max(left.count, right.count) {
            let one = index < left.count ? left[index] : 0
            let other = index < right.count ? right[index] : 0
            difference |= Int(one ^ other)
        }
        return difference == 0
    }
}
