// A host within the test's own process.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import TransomAutomation
public import TransomCore
import TransomSandbox
import TransomShell

extension TransomHost {
    /// Opens a host within this process, in the sandbox, whose page is loading when this returns.
    ///
    /// For XCTest alone. Call ``quit()`` at the end.
    ///
    /// - Parameters:
    ///   - integration: What is hosted.
    ///   - options: Environment, parameters and further origins.
    ///   - served: Folders by the https origins at which they are served, besides the integration's own far end.
    ///   - play: The flow that the sandbox plays.
    ///   - clock: The time of the host and its far end; nil for the real one.
    /// - Throws: An error that says why it cannot be had.
    @MainActor
    public static func open(
        _ integration: any Integration.Type, _ options: IntegrationOptions = IntegrationOptions(),
        served: [String: String] = [:], play: String? = nil, clock: TestClock? = nil
    ) async throws -> TransomHost {
        var configuration = HostConfiguration(
            integration: integration, options: options, hostName: "test", version: "test")
        configuration.presentation = .window
        configuration.webSandbox = .off
        configuration.outside = .refuse
        configuration.isTested = true
        configuration.play = play
        for (origin, folder) in served.sorted(by: { $0.key < $1.key }) {
            configuration.served.append(.init(try Origin(origin), .folder(folder)))
        }
        let log = EventLog()
        let host = try await EmbeddedHost.open(
            configuration, clock: clock ?? SystemHostClock(), scheduler: clock ?? MainLoopScheduler(),
            timers: clock
        ) { host in
            host.stream.observe { log.add($0) }
        }
        let backend = EmbeddedBackend(host, log)
        return TransomHost(backend) { @MainActor in
            host.tearDown()
            return 0
        }
    }
}

/// Drives a host within this process.
private final class EmbeddedBackend: Backend {
    let log: EventLog
    private let host: EmbeddedHost
    private let performer: CommandPerformer

    @MainActor
    init(_ host: EmbeddedHost, _ log: EventLog) {
        self.host = host
        self.log = log
        performer = CommandPerformer(host.session, log: log)
    }

    func perform(_ request: CommandRequest) async throws -> JSONValue { try await performer.perform(request) }
}
