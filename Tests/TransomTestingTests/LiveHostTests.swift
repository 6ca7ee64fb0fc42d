// Tests that a driven host on the live network is played with by single URLs; a sandbox stands for that network.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomAutomation
import TransomCore
import TransomGLib
import TransomSandbox
import TransomShell
import TransomTestSupport
import TransomVendors
import XCTest

@MainActor
final class LiveHostTests: XCTestCase {
    private static let shop = Origin.literal("https://shop.example")
    private static let api = Origin.literal("https://api.example")

    /// A proxy with two hosts behind it.
    private func network() throws -> SandboxServer {
        try SandboxServer(sites: [
            ClosureSite([Self.shop]) { _ in .html("<!doctype html><title>Live</title>") },
            ClosureSite([Self.api]) { request in
                .text("live \(request.path)", headers: [(name: "Access-Control-Allow-Origin", value: "*")])
            },
        ])
    }

    func testOneURLIsStubbedAndTheRestComesFromTheNetwork() async throws {
        let network = try network()
        let file = FileManager.default.temporaryDirectory.appending(path: "transom-\(UUID().uuidString).pem").path
        try network.certificatePEM.write(toFile: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: file) }
        var configuration = HostConfiguration(
            integration: PageIntegration.self,
            options: IntegrationOptions(
                environment: .production, parameters: ["url": ["https://shop.example/"], "handler": ["bridge"]]),
            hostName: "test", version: "test")
        configuration.presentation = .window
        configuration.webSandbox = .off
        configuration.outside = .refuse
        configuration.isTested = true
        configuration.settings.network.proxy = network.proxyURI
        configuration.settings.network.extraCA = file
        let log = EventLog()
        let host = try await EmbeddedHost.open(
            configuration, clock: SystemHostClock(), scheduler: MainLoopScheduler()
        ) { $0.stream.observe { log.add($0) } }
        defer { host.tearDown() }
        let performer = CommandPerformer(host.session, log: log)
        func perform(_ command: Command) async throws -> JSONValue {
            try await performer.perform(CommandRequest(command, timeout: .seconds(20)))
        }
        func fetch(_ path: String) async throws -> JSONValue {
            let script = "try { return await (await fetch(url)).text() } catch (error) { return error.name }"
            let answer = try await perform(
                .evaluate(script: script, arguments: ["url": .string("https://api.example" + path)]))
            guard case .object(let members) = answer else { return .null }
            return members["value"] ?? .null
        }
        _ = try await perform(.expect(event: "transom.page.loaded", data: nil))
        let title = try await perform(.evaluate(script: "return document.title", arguments: [:]))
        XCTAssertEqual(title, ["value": "Live"], "passed on as it is, with the certificate of the network")
        _ = try await perform(
            .stub(
                url: "https://*.example/v1/pay", status: 200, headers: ["Access-Control-Allow-Origin": "*"],
                body: "stubbed"))
        let stubbed = try await fetch("/v1/pay")
        XCTAssertEqual(stubbed, "stubbed")
        let rest = try await fetch("/v1/other")
        XCTAssertEqual(rest, "live /v1/other")
        _ = try await perform(.fail(url: "https://api.example/*", kind: .connect))
        let failed = try await fetch("/v1/other")
        XCTAssertEqual(failed, "TypeError")
        _ = try await perform(.offline(true))
        _ = try await perform(.reload)
        _ = try await perform(.expect(event: "transom.load.failed", data: nil))
    }
}
