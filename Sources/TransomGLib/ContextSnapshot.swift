// What GLib's default context waits for at one moment.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import Glibc

/// The descriptors and the time-out of the default GMainContext, as `g_main_context_query` tells them.
///
/// Taken on the main thread, which owns the context; read by the poller's thread.
struct ContextSnapshot: Sendable {
    /// What to poll.
    let descriptors: [pollfd]
    /// Milliseconds until the context has work without any descriptor, or -1.
    let timeout: Int32

    /// Takes a snapshot.
    ///
    /// `g_main_context_prepare`, `g_main_context_query`.
    @MainActor
    init() {
        // These two functions do not take null for the default context.
        let context = g_main_context_default()
        var priority: gint = 0
        _ = g_main_context_prepare(context, &priority)
        var timeout: gint = -1
        var polls = [GPollFD](repeating: GPollFD(), count: 16)
        while true {
            let needed = Int(g_main_context_query(context, priority, &timeout, &polls, gint(polls.count)))
            if needed <= polls.count {
                polls.removeLast(polls.count - needed)
                break
            }
            polls = [GPollFD](repeating: GPollFD(), count: needed)
        }
        self.timeout = timeout
        // GPollFD's events are poll(2)'s own bits on Linux.
        descriptors = polls.map { pollfd(fd: $0.fd, events: Int16(bitPattern: $0.events), revents: 0) }
    }
}
