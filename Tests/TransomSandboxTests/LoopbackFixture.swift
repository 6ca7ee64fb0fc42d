// A server of this machine behind the sandbox, for tests.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

@testable import TransomSandbox

/// A server of this machine behind the sandbox at `https://shop.example`.
@MainActor
enum LoopbackFixture {
    /// Where it is served.
    static let shop = Origin.literal("https://shop.example")

    /// A sandbox that passes everything to a port.
    static func sandbox(
        port: UInt16, timers: any SandboxTimers = MainLoopTimers(),
        onFailure: (@MainActor (LoopbackFailure) -> Void)? = nil
    ) throws -> SandboxServer {
        try SandboxServer(sites: [LoopbackSite([shop], port: port, onFailure: onFailure)], timers: timers)
    }

    /// Asks once, through the proxy and TLS.
    static func ask(
        _ sandbox: SandboxServer, _ method: String = "GET", _ target: String = "/", headers: [String] = [],
        body: String = ""
    ) async throws -> TunnelClient.Answer {
        let (port, pem) = (sandbox.port, sandbox.certificatePEM)
        return try await blocking {
            try TunnelClient(port: port, tunnelTo: "shop.example", trusting: pem)
                .request(method, target, host: "shop.example", headers: headers, body: body)
        }
    }
}

/// A client that goes from one thread to another, one at a time.
struct Held: @unchecked Sendable {
    // Unchecked: the test waits for one thread before it starts the next.
    let client: TunnelClient
}
