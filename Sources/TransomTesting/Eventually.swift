// Waiting for the state of the code under test.
// SPDX-License-Identifier: Apache-2.0

/// Waits until a condition of the code under test is true: what a page has caused arrives when it arrives.
///
/// ```swift
/// try await eventually("a receipt") { checkout.receipts == ["500"] }
/// ```
///
/// - Parameters:
///   - what: What is waited for, for the failure.
///   - time: How long.
///   - condition: Asked on the main thread, again and again.
/// - Throws: ``TestFailure`` when the time is over, and whatever the condition throws.
@MainActor
public func eventually(
    _ what: String = "the condition", within time: Duration = .seconds(10), _ condition: () async throws -> Bool
) async throws {
    let end = ContinuousClock.now + time
    while try await !condition() {
        guard ContinuousClock.now < end else {
            throw TestFailure(
                reason: "\(what) was not there in \(time)", url: "", events: [], console: [], artefacts: nil)
        }
        try await Task.sleep(for: .milliseconds(5))
    }
}
