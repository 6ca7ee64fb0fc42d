// A session with a real view, a real sandbox and a clock of its own.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import TransomSandbox
import TransomShellTestSupport
import TransomTestSupport
import TransomVendors
import WebKit
import XCTest

@testable import TransomShell

/// Runs one session in this process: everything is real but the clock, the deadlines and the opener.
@MainActor
final class SessionFixture {
    /// The repository's own `Resources`.
    static func resources() throws -> ResourceFolder {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try ResourceFolder.find(
            variable: root.appending(path: "Resources").path(percentEncoded: false), executable: nil)
    }

    let clock = ManualHostClock()
    let scheduler = ManualScheduler()
    let opener = SpyOpener()
    let sink = RecordingSink()
    let session: HostSession
    private let server: SandboxServer
    private(set) var ending: HostEnding?
    private(set) var said: [String] = []

    init(
        _ type: any Integration.Type = HubbleIntegration.self, parameters: [String: [String]] = ["clientId": ["demo"]],
        play: String? = nil, sites: [any SandboxSite] = [], allow: [String] = [], failing: PageFailure? = nil,
        change: (inout HostConfiguration) -> Void = { _ in }
    ) throws {
        var options = IntegrationOptions(parameters: parameters, allow: try allow.map { try OriginRule($0) })
        if let play = type.plays.first(where: { $0.name == play }) {
            for (name, value) in play.parameters { options.parameters[name] = [value] }
        }
        let resources = try Self.resources()
        var configuration = HostConfiguration(integration: type, options: options, hostName: "test", version: "0")
        configuration.presentation = .headless
        configuration.play = play
        change(&configuration)
        var all = sites
        let taken = Set(sites.flatMap(\.origins))
        for site in try SandboxCatalogue.sites(
            of: type.name, resources: resources.path, play: play.map { SandboxPlay($0, pace: .zero) },
            parameters: options.parameters, clock: clock)
        where taken.isDisjoint(with: site.origins) { all.append(site) }
        server = try SandboxServer(sites: all, clock: clock)
        let store = WKWebsiteDataStore.nonPersistent()
        store.setProxy(server.proxyURI)
        for host in server.hosts { try store.trust(certificatePEM: server.certificatePEM, host: host) }
        let redaction = Redaction()
        let stream = EventStream(
            factory: EventFactory(host: "test", integration: type.name, clock: clock, redaction: redaction),
            dispatcher: EventDispatcher([sink]) { _ in })
        var say: (String) -> Void = { _ in }
        session = HostSession(
            try type.init(options), configuration: configuration, store: store, resources: resources,
            hasWebSandbox: false,
            surroundings: HostSession.Surroundings(
                stream: stream, clock: clock, scheduler: scheduler, opener: opener, redaction: redaction,
                say: { say($0) }))
        say = { [weak self] in self?.said.append($0) }
        session.onEnd = { [weak self] in self?.ending = $0 }
        server.onRefused = { [weak session] host, port in
            session?.tell(
                EventDraft("transom.network.refused", ["host": .string(host), "port": .integer(Int64(port))]))
        }
        try session.start(failing: failing) { stage in
            HostWindow(title: "Test", width: 420, height: 820, content: stage.widget)
        }
    }

    /// What was told until now: events reach a sink on a queue of its own, which is waited for.
    var events: [Event] {
        session.surroundings.stream.dispatcher.flush(deadline: .seconds(20))
        return sink.events
    }
    var types: [String] { events.map(\.type) }

    /// The rules of the network.
    var rules: NetworkRules { server.rules }

    func event(_ type: String) -> Event? { events.first { $0.type == type } }

    /// Waits until there is an event of a type, and returns it.
    @discardableResult
    func wait(for type: String) async throws -> Event {
        do {
            try await eventually(type) { self.types.contains(type) }
        } catch {
            XCTFail("\(type) did not come; seen: \(types.joined(separator: " ")); said: \(said)")
            throw error
        }
        return try XCTUnwrap(event(type))
    }

    /// Waits until the session ended, and returns why.
    func waitForEnding() async throws -> HostEnding {
        do {
            try await eventually("the end") { self.ending != nil }
        } catch {
            XCTFail("the session did not end; seen: \(types.joined(separator: " ")); said: \(said)")
            throw error
        }
        try await wait(for: "transom.session.ended")
        return try XCTUnwrap(ending)
    }

    /// Runs a script in the page.
    func script(_ text: String) async throws -> Any? {
        try await session.view?.evaluateJavaScript(text)
    }

    func tearDown() {
        session.tearDown()
    }
}
