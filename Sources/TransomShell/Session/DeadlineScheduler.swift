// Deadlines on the main loop.
// SPDX-License-Identifier: Apache-2.0

/// Calls back once after a time.
///
/// A host uses the main loop; a test uses one that it advances itself.
package protocol DeadlineScheduler {
    /// Calls `body` once on the main thread when `duration` has passed, unless the result is cancelled or released.
    func after(_ duration: Duration, _ body: @escaping () -> Void) -> any Deadline
}

/// A deadline that has not passed.
///
/// Releasing it cancels it.
package protocol Deadline: AnyObject {
    /// Makes sure that the deadline does not call back.
    func cancel()
}
