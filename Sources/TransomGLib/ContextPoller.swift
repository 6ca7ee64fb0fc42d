// A thread that waits for GLib's descriptors while somebody else's loop owns the main thread.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomGLibShims

/// Polls one snapshot at a time and reports once that it has become ready; then it waits for the next.
///
/// The thread is made at the first snapshot and sleeps in poll(2) without a time-out when it is parked.
final class ContextPoller: @unchecked Sendable {
    // All mutable state is behind `lock`; the thread only sleeps in poll(2).

    private let lock = NSLock()
    private var watched: (snapshot: ContextSnapshot, ready: @Sendable () -> Void)?
    private var command: Int32 = -1

    /// Polls a snapshot from now on instead of an earlier one, and calls `ready` once, on the poller's thread.
    func watch(_ snapshot: ContextSnapshot, ready: @escaping @Sendable () -> Void) {
        lock.lock()
        watched = (snapshot, ready)
        if command < 0 {
            command = eventfd(0, Int32(EFD_CLOEXEC))
            precondition(command >= 0, "No event descriptor could be made: \(String(cString: strerror(errno))).")
            let thread = Thread { [self] in poll() }
            thread.name = "transom-glib-poll"
            thread.start()
        }
        lock.unlock()
        tell()
    }

    /// Stops polling until the next snapshot.
    ///
    /// A report that is already on its way still arrives.
    func park() {
        lock.lock()
        watched = nil
        lock.unlock()
        tell()
    }

    private func tell() {
        var one: UInt64 = 1
        // The descriptor blocks only when its counter overflows, which needs 2⁶⁴ commands.
        _ = Glibc.write(command, &one, MemoryLayout<UInt64>.size)
    }

    private func poll() {
        while true {
            let current = lock.withLock { watched }
            var polls = current?.snapshot.descriptors ?? []
            polls.append(pollfd(fd: command, events: Int16(POLLIN), revents: 0))
            let count = Glibc.poll(&polls, nfds_t(polls.count), current?.snapshot.timeout ?? -1)
            if count < 0 { continue }
            if let last = polls.last, last.revents != 0 {
                var value: UInt64 = 0
                _ = Glibc.read(command, &value, MemoryLayout<UInt64>.size)
                continue
            }
            let ready = lock.withLock { () -> (@Sendable () -> Void)? in
                defer { watched = nil }
                return watched?.ready
            }
            ready?()
        }
    }
}
