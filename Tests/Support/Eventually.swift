// Waiting for a condition in tests.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The condition did not become true in time.
package struct NotInTime: Error, CustomStringConvertible {
    /// What was waited for.
    package let what: String

    package var description: String {
        "not in 20 seconds: \(what)"
    }
}

/// Waits until a condition is true; fails after 20 seconds, which is never a measure of speed.
@MainActor
package func eventually(
    _ what: String = "the condition", _ condition: @MainActor () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + .seconds(20)
    while try await !condition() {
        guard ContinuousClock.now < deadline else { throw NotInTime(what: what) }
        try await Task.sleep(for: .milliseconds(2))
    }
}
