// How the sandbox waits.
// SPDX-License-Identifier: Apache-2.0

import TransomGLib

/// How the sandbox waits: on the main loop, or on a test's own time.
@MainActor
package protocol SandboxTimers {
    /// Calls `body` once on the main thread after a time, unless the result is released before.
    func start(_ duration: Duration, _ body: @escaping @MainActor () -> Void) -> AnyObject
}

/// Timers of the main loop.
///
/// `g_timeout_add`.
package struct MainLoopTimers: SandboxTimers {
    package init() {}

    package func start(_ duration: Duration, _ body: @escaping @MainActor () -> Void) -> AnyObject {
        let parts = duration.components
        let milliseconds = parts.seconds.multipliedReportingOverflow(by: 1000).partialValue
        return TimeoutSource(
            milliseconds: UInt32(clamping: milliseconds + parts.attoseconds / 1_000_000_000_000_000), handler: body)
    }
}
