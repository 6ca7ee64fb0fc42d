// Waits for an event in real time, on any thread.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
package import TransomCore

/// Waits for an event in real time, on any thread.
package struct EventWait: Sendable {
    private let log: EventLog

    /// Waits in a log.
    package init(_ log: EventLog) { self.log = log }

    /// The next event that meets a wish.
    ///
    /// - Parameters:
    ///   - wish: What is waited for.
    ///   - time: How long.
    /// - Returns: nil where none came in time, or where none will come any more.
    package func next(_ wish: EventLog.Wish, within time: Duration) async -> Event? {
        let once = Once()
        let stop = Mutex<(@Sendable () -> Void)?>(nil)
        let timer = Task {
            do { try await Task.sleep(for: time) } catch { return }
            once.answer(nil)
        }
        let event = await withCheckedContinuation { continuation in
            once.take(continuation)
            let stopping = log.wait(for: wish, orEnd: { once.answer(nil) }) { once.answer($0) }
            stop.withLock { $0 = stopping }
        }
        timer.cancel()
        stop.withLock { $0 }?()
        return event
    }

    /// A continuation that is resumed once.
    private final class Once: Sendable {
        private let continuation = Mutex<CheckedContinuation<Event?, Never>?>(nil)
        private let early = Mutex(false)

        func take(_ continuation: CheckedContinuation<Event?, Never>) {
            let isEarly = self.continuation.withLock { own in
                let isEarly = early.withLock { $0 }
                if !isEarly { own = continuation }
                return isEarly
            }
            if isEarly { continuation.resume(returning: nil) }
        }

        func answer(_ event: Event?) {
            let taken = continuation.withLock { own in
                if own == nil { early.withLock { $0 = true } }
                defer { own = nil }
                return own
            }
            taken?.resume(returning: event)
        }
    }
}
