// Deadlines that a test lets pass.
// SPDX-License-Identifier: Apache-2.0

@testable import TransomShell

/// Keeps deadlines until a test advances the time.
@MainActor
final class ManualScheduler: DeadlineScheduler {
    private final class Entry: Deadline {
        let due: Duration
        var body: (() -> Void)?

        init(due: Duration, body: @escaping () -> Void) {
            self.due = due
            self.body = body
        }

        func cancel() { body = nil }
    }

    private var now = Duration.zero
    private var entries: [Entry] = []

    func after(_ duration: Duration, _ body: @escaping () -> Void) -> any Deadline {
        let entry = Entry(due: now + duration, body: body)
        entries.append(entry)
        return entry
    }

    /// Lets time pass and calls what becomes due, in the order in which it is due.
    func advance(by duration: Duration) {
        now += duration
        while let next = entries.filter({ $0.body != nil && $0.due <= now }).min(by: { $0.due < $1.due }) {
            let body = next.body
            next.body = nil
            body?()
        }
        entries.removeAll { $0.body == nil }
    }
}
