// What a page or a host of a test is driven through.
// SPDX-License-Identifier: Apache-2.0

import TransomAutomation
import TransomCore

/// What a page or a host of a test is driven through: a view, a host in this process, or a host in its own.
protocol Backend: Sendable {
    /// Every event, in order.
    var log: EventLog { get }

    /// Carries a command out.
    ///
    /// - Returns: What it gives.
    /// - Throws: Why it was not carried out, in an error whose description is for people.
    func perform(_ request: CommandRequest) async throws -> JSONValue
}
