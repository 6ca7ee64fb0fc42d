// Time that a test moves.
// SPDX-License-Identifier: Apache-2.0

@testable import TransomSandbox

/// Timers that run when a test says so.
@MainActor
final class ManualTimers: SandboxTimers {
    private final class Token {}

    private struct Entry {
        let due: Duration
        weak var token: Token?
        let body: @MainActor () -> Void
    }

    private var now = Duration.zero
    private var entries: [Entry] = []

    /// The times from now on that something waits for.
    var pending: [Duration] { entries.filter { $0.token != nil }.map { $0.due - now }.sorted() }

    func start(_ duration: Duration, _ body: @escaping @MainActor () -> Void) -> AnyObject {
        let token = Token()
        entries.removeAll { $0.token == nil }
        entries.append(Entry(due: now + duration, token: token, body: body))
        return token
    }

    /// Moves time on and calls what is due.
    func advance(by duration: Duration) {
        now += duration
        let due = entries.filter { $0.due <= now }
        entries.removeAll { $0.due <= now }
        for entry in due.sorted(by: { $0.due < $1.due }) where entry.token != nil { entry.body() }
    }
}
