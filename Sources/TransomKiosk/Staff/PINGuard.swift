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
    /// How many wrong ones there were since the last right one.
    private(set) var wrong = 0
    private var lockedUntil: Duration?
    private static let longestWait = Duration.seconds(3_600)

    /// Judges PINs, and goes on where an earlier run of the host has stopped.
    ///
    /// - Parameters:
    ///   - pin: The right one.
    ///   - limits: How many tries there are, and how long the next one waits.
    ///   - record: What the earlier run left; nil for nothing.
    ///   - now: The monotonic time.
    ///   - wall: The time of the day, by which the wait goes on while the machine is off.
    init(_ pin: SecretValue, limits: Limits, after record: StaffRecord? = nil, at now: Duration, wall: WallTime) {
        self.pin = pin
        self.limits = limits
        guard let record else { return }
        wrong = record.wrong
        guard let time = time else { return }
        // A clock that was set back, as that of a machine without a battery, shortens nothing.
        let passed = Duration.seconds(max(0, wall.seconds - record.at))
        let left = wall.seconds < record.at ? time : time - passed
        if left > .zero { lockedUntil = now + left }
    }

    /// How long the next try waits after so many wrong ones; nil for not at all.
    private var time: Duration? {
        let beyond = wrong - limits.staffAttempts
        return beyond < 0 ? nil : min(Self.longestWait, limits.staffWait * (1 << min(beyond, 10)))
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
            guard let time else { return .wrong }
            lockedUntil = now + time
            return .locked(for: time)
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
