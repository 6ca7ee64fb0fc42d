// Deadlines that a test lets pass.
// SPDX-License-Identifier: Apache-2.0

package import TransomShell

/// Keeps deadlines until a test advances the time; one that nobody holds any more is over, as in the main loop.
@MainActor
package final class ManualScheduler: DeadlineScheduler {
    private final class Entry: Deadline {
        let due: Duration
        var body: (() -> Void)?

        init(due: Duration, body: @escaping () -> Void) {
            self.due = due
            self.body = body
        }

        func cancel() { body = nil }
    }

    private struct Held {
        weak var entry: Entry?
    }

    private var now = Duration.zero
    private var held: [Held] = []

    package init() {}

    package func after(_ duration: Duration, _ body: @escaping () -> Void) -> any Deadline {
        let entry = Entry(due: now + duration, body: body)
        held.append(Held(entry: entry))
        return entry
    }

    /// How many deadlines are armed.
    package var count: Int { held.count { $0.entry?.body != nil } }

    /// Whether a deadline is armed that is due after exactly this time.
    package func isWaiting(for duration: Duration) -> Bool {
        held.contains { $0.entry?.body != nil && $0.entry?.due == now + duration }
    }

    /// Lets time pass and calls what becomes due, in the order in which it is due.
    ///
    /// What a callback arms counts from the end of that time: a page answers in turns of the loop, of which there are none here.
    package func advance(by duration: Duration) {
        now += duration
        while let next = nextDue {
            let body = next.body
            next.body = nil
            body?()
        }
        held.removeAll { $0.entry?.body == nil }
    }

    private var nextDue: Entry? {
        held.compactMap(\.entry).filter { $0.body != nil && $0.due <= now }.min { $0.due < $1.due }
    }
}
