// Deadlines that a test lets pass.
// SPDX-License-Identifier: Apache-2.0

import TransomShell

/// Calls back when a test says that time passes.
@MainActor
final class TestScheduler: DeadlineScheduler {
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

    func after(_ duration: Duration, _ body: @escaping () -> Void) -> any Deadline {
        let entry = Entry(due: now + duration, body: body)
        held.append(Held(entry: entry))
        return entry
    }

    /// How many deadlines are armed.
    var count: Int { held.count { $0.entry?.body != nil } }

    /// Lets time pass, in order.
    func advance(by duration: Duration) {
        let end = now + duration
        while let next = due(until: end) {
            now = next.due
            let body = next.body
            next.body = nil
            body?()
        }
        now = end
        held.removeAll { $0.entry?.body == nil }
    }

    private func due(until end: Duration) -> Entry? {
        held.compactMap(\.entry).filter { $0.body != nil && $0.due <= end }.min { $0.due < $1.due }
    }
}
