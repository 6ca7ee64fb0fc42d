// A test's own time.
// SPDX-License-Identifier: Apache-2.0

public import TransomCore
import TransomSandbox
package import TransomShell

/// A test's own time for a host within its process and for the sandbox: it stands still until it is advanced.
///
/// Deadlines of the host (start-up, expiry, idle) and delays of the sandbox pass when the test says so. What the test itself
/// waits for is waited for in real time, and so are the page's own timers, which are the engine's.
public final class TestClock: HostClock {
    private let clock = ManualHostClock()
    @MainActor private var entries: [Entry] = []

    /// A clock at 2026-01-01T00:00:00Z.
    public init() {}

    /// Time since the clock was made.
    public var monotonic: Duration { clock.monotonic }
    /// The time of day.
    public var wall: WallTime { clock.wall }

    /// Lets time pass, and calls what becomes due, in the order in which it is due.
    ///
    /// - Parameter duration: Zero or more.
    @MainActor
    public func advance(by duration: Duration) {
        let end = clock.monotonic + duration
        while let next = entries.filter({ $0.body != nil && $0.due <= end }).min(by: { $0.due < $1.due }) {
            if next.due > clock.monotonic { clock.advance(by: next.due - clock.monotonic) }
            let body = next.body
            next.body = nil
            body?()
        }
        if end > clock.monotonic { clock.advance(by: end - clock.monotonic) }
        entries.removeAll { $0.body == nil }
    }

    @MainActor
    private final class Entry: Deadline {
        let due: Duration
        var body: (() -> Void)?

        init(due: Duration, body: @escaping () -> Void) {
            self.due = due
            self.body = body
        }

        func cancel() { body = nil }
    }

    /// Cancels what nobody keeps any more.
    @MainActor
    private final class Handle: Deadline {
        let entry: Entry

        init(_ entry: Entry) { self.entry = entry }

        func cancel() { entry.cancel() }

        isolated deinit { entry.cancel() }
    }

    @MainActor
    private func arm(_ duration: Duration, _ body: @escaping () -> Void) -> Handle {
        let entry = Entry(due: clock.monotonic + duration, body: body)
        entries.append(entry)
        return Handle(entry)
    }
}

extension TestClock: DeadlineScheduler {
    package func after(_ duration: Duration, _ body: @escaping () -> Void) -> any Deadline { arm(duration, body) }
}

extension TestClock: SandboxTimers {
    package func start(_ duration: Duration, _ body: @escaping @MainActor () -> Void) -> AnyObject {
        arm(duration, body)
    }
}
