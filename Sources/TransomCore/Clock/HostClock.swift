// The one source of time of a host: monotonic for deadlines, wall for time stamps.
// SPDX-License-Identifier: Apache-2.0

/// The one source of time of a host.
///
/// Every deadline, rate, back-off and window reads a clock that was handed in, so that a test sets the time and advances
/// it. Callable from any thread.
public protocol HostClock: Sendable {
    /// Time since an arbitrary start that never goes back and is not moved by a change of the wall clock.
    var monotonic: Duration { get }
    /// The time of day, for time stamps only: never compared with a deadline.
    var wall: WallTime { get }
}
