// A home page in a real view, with real sheets over it.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import TransomShellTestSupport
import TransomTestSupport
import TransomVendors
import WebKit
import XCTest

@testable import TransomShell

/// Runs the packaged home page in the sandbox; what it opens is real too, but for the clock and the deadlines.
@MainActor
final class HomeFixture {
    let clock = ManualHostClock()
    let scheduler = ManualScheduler()
    let sink = RecordingSink()
    private(set) var ending: HostEnding?
    private(set) var said: [String] = []
    private var opened: SessionFactory.Opened?

    var home: HostSession? { opened?.session }
    var sheet: HostSession? { home?.sheets?.session }
    var types: [String] { recorded.map(\.type) }

    func events(_ type: String) -> [Event] { recorded.filter { $0.type == type } }

    /// What was told until now: events reach a sink on a queue of its own, which is waited for.
    var recorded: [Event] {
        home?.surroundings.stream.dispatcher.flush(deadline: .seconds(20))
        return sink.events
    }

    /// Opens the home page.
    ///
    /// - Parameter change: Completes the configuration.
    func open(change: (inout HostConfiguration) -> Void = { _ in }) async throws {
        setenv("TRANSOM_RESOURCES", try SessionFixture.resources().path, 1)
        var configuration = HostConfiguration(
            integration: HomeIntegration.self, options: IntegrationOptions(), hostName: "test", version: "0")
        configuration.presentation = .headless
        configuration.webSandbox = .off
        configuration.outside = .refuse
        change(&configuration)
        let redaction = Redaction()
        let factory = SessionFactory(
            configuration, clock: clock, redaction: redaction,
            secrets: SecretResolver(configuration.allSecrets, clock: clock), scheduler: scheduler,
            say: { [weak self] in self?.said.append($0) })
        let stream = EventStream(
            factory: EventFactory(host: "test", integration: "home", clock: clock, redaction: redaction),
            dispatcher: EventDispatcher([sink]) { _ in })
        let made = try await factory.makeIntegration(reason: .start, session: "")
        let opened = try factory.open(made, stream: stream)
        self.opened = opened
        opened.session.onEnd = { [weak self] in self?.ending = $0 }
        try opened.session.start { stage in
            HostWindow(title: "Test", width: 900, height: 800, content: stage.widget)
        }
        // A play does not wait for anybody.
        guard configuration.play == nil else { return }
        try await eventually("the home page") {
            try await self.script("document.body?.dataset.page") as? String == "home"
        }
    }

    /// Runs a script in the home page.
    func script(_ text: String) async throws -> Any? {
        try await home?.view?.evaluateJavaScript(text)
    }

    /// Runs a script in the sheet that is open.
    func sheetScript(_ text: String) async throws -> Any? {
        try await sheet?.view?.evaluateJavaScript(text)
    }

    /// Has the home page ask for something; the answers are told by ``answers()``, in the order of the questions.
    func post(_ command: JSONValue) async throws {
        _ = try await home?.view?.callAsyncJavaScript(
            """
            window.answers ??= [];
            const index = window.answers.push('') - 1;
            webkit.messageHandlers.transom.postMessage(JSON.parse(command)).then(
                (answer) => { window.answers[index] = JSON.stringify(answer); },
                (problem) => { window.answers[index] = 'rejected: ' + problem.message; });
            return 0;
            """, arguments: ["command": JSONText.encode(command)], contentWorld: .page)
    }

    /// Opens an integration from the home page.
    func openSheet(_ integration: String, _ parameters: JSONValue = [:]) async throws {
        try await post(["command": "open", "integration": .string(integration), "parameters": parameters])
    }

    /// What the home page got, empty for a promise that is still open.
    func answers() async throws -> [String] {
        try await script("window.answers ?? []") as? [String] ?? []
    }

    /// Waits for the answer to a question of the home page.
    func answer(_ index: Int = 0) async throws -> JSONValue {
        var text = ""
        do {
            try await eventually("answer \(index)") {
                let all = try await self.answers()
                text = all.indices.contains(index) ? all[index] : ""
                return !text.isEmpty
            }
        } catch {
            XCTFail("no answer; seen: \(types.joined(separator: " ")); said: \(said)")
            throw error
        }
        return (try? JSONParser.parse(text)) ?? .string(text)
    }

    /// Waits until a sheet shows a page.
    func waitForSheet(_ page: String) async throws {
        do {
            try await eventually("the sheet's page \(page)") {
                guard self.sheet != nil else { return false }
                return try await self.sheetScript("document.body?.dataset.page") as? String == page
            }
        } catch {
            XCTFail("\(page) is not shown; seen: \(types.joined(separator: " ")); said: \(said)")
            throw error
        }
    }

    /// Clicks an element of the sheet's page.
    func click(_ testid: String) async throws {
        _ = try await sheetScript("document.querySelector('[data-testid=\(testid)]').click(); 0")
    }

    func tearDown() {
        opened?.session.tearDown()
        opened = nil
    }
}
