// Deadlines that the real clock brings.
// SPDX-License-Identifier: Apache-2.0

import TransomGLib

/// Calls back through a timer of GLib's main loop.
package struct MainLoopScheduler: DeadlineScheduler {
    /// A scheduler; all are alike.
    package init() {}

    /// Starts a timer with a resolution of a millisecond.
    package func after(_ duration: Duration, _ body: @escaping () -> Void) -> any Deadline {
        let parts = duration.components
        let milliseconds = parts.seconds * 1000 + parts.attoseconds / 1_000_000_000_000_000
        return Timer(TimeoutSource(milliseconds: UInt32(clamping: max(0, milliseconds))) { body() })
    }

    private final class Timer: Deadline {
        private let source: TimeoutSource

        init(_ source: TimeoutSource) {
            self.source = source
        }

        func cancel() {
            source.cancel()
        }
    }
}
