// Drives a host in a process of its own.
// SPDX-License-Identifier: Apache-2.0

import TransomAutomation
import TransomCore

/// Drives a host in a process of its own.
struct ProcessBackend: Backend {
    let client: HostClient

    var log: EventLog { client.log }

    func perform(_ request: CommandRequest) async throws -> JSONValue { try await client.perform(request) }
}
