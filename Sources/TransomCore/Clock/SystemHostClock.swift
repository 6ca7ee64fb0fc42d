// The clock of a running host.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The clock of a running host, from `clock_gettime(2)`.
///
/// `monotonic` is `CLOCK_MONOTONIC`, the clock that GLib's time-outs run on, so a deadline that was computed here and a
/// time-out that was armed for it agree.
public struct SystemHostClock: HostClock {
    /// Makes the clock; all of them tell the same time.
    public init() {}

    /// Time since an arbitrary start, from `CLOCK_MONOTONIC`.
    public var monotonic: Duration {
        let time = Self.read(CLOCK_MONOTONIC)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// The time of day, from `CLOCK_REALTIME`.
    public var wall: WallTime {
        let time = Self.read(CLOCK_REALTIME)
        return WallTime(seconds: Int64(time.tv_sec), nanoseconds: Int32(time.tv_nsec))
    }

    /// Reads one of the kernel's clocks; both in use here exist on every Linux, so there is no failure to report.
    private static func read(_ clock: clockid_t) -> timespec {
        var time = timespec()
        clock_gettime(clock, &time)
        return time
    }
}
