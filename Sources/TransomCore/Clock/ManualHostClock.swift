// A clock that stands still until it is told to move.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A clock that stands still until it is told to move: what tests hand to the host.
///
/// Callable from any thread.
public final class ManualHostClock: HostClock {
    private let now: Mutex<(monotonic: Duration, wall: Int64)>

    /// Makes a clock that shows the given times.
    ///
    /// - Parameters:
    ///   - monotonic: time since the arbitrary start.
    ///   - wall: whole seconds since 1970; the default is 2026-01-01T00:00:00Z.
    public init(monotonic: Duration = .zero, wall: Int64 = 1_767_225_600) {
        now = Mutex((monotonic, wall * 1_000_000_000))
    }

    /// Time since the arbitrary start, as set and advanced.
    public var monotonic: Duration { now.withLock { $0.monotonic } }

    /// The wall time, as set and advanced.
    public var wall: WallTime {
        let nanoseconds = now.withLock { $0.wall }
        let seconds = (nanoseconds >= 0 ? nanoseconds : nanoseconds - 999_999_999) / 1_000_000_000
        return WallTime(seconds: seconds, nanoseconds: Int32(nanoseconds - seconds * 1_000_000_000))
    }

    /// Moves both times forward.
    ///
    /// - Parameter duration: zero or more.
    public func advance(by duration: Duration) {
        precondition(duration >= .zero, "A clock cannot be advanced by a negative duration; use step(wallBy:).")
        let parts = duration.components
        now.withLock {
            $0.monotonic += duration
            $0.wall += parts.seconds * 1_000_000_000 + parts.attoseconds / 1_000_000_000
        }
    }

    /// Moves the wall time alone, forward or back, as a change of the machine's time does.
    ///
    /// - Parameter seconds: any sign.
    public func step(wallBy seconds: Int64) {
        now.withLock { $0.wall += seconds * 1_000_000_000 }
    }
}
