// Running the host's loop inside a test.
// SPDX-License-Identifier: Apache-2.0

import TransomGLib
import XCTest

/// Runs GLib's loop on the process's first thread until the test quits it, as a host does.
///
/// - Parameter start: Called before the loop runs.
/// - Returns: Whether the test quit it, and not the watchdog after 20 seconds.
@MainActor
@discardableResult
func runForwardLoop(_ start: () -> Void) -> Bool {
    var isInTime = true
    let watchdog = TimeoutSource(milliseconds: 20_000) {
        isInTime = false
        MainLoop.quit()
    }
    start()
    MainLoop.run()
    watchdog.cancel()
    XCTAssertTrue(isInTime, "the loop was not quit in 20 seconds")
    return isInTime
}

/// Counts on the main thread.
@MainActor
final class Counter {
    var value = 0
}
