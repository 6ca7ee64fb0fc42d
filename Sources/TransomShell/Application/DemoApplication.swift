// The vendors, played one after another.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Synchronization
package import TransomCore
import TransomGLib
import TransomSandbox
import WebKit

/// Plays integrations in the sandbox, each play in a fresh session, and reports what became of them.
package final class DemoApplication {
    /// What the demo is told.
    package nonisolated struct Plan: Sendable {
        /// The integrations and plays, in order.
        package var plays: [(integration: any Integration.Type, play: PlayDeclaration)]
        /// In a window, or on a private display.
        package var presentation: HostConfiguration.Presentation
        /// A folder for pictures, one an event; nil for none.
        package var screenshots: String?
        /// The host's own version.
        package var version: String
        /// The longest time of one play.
        package var limit = Duration.seconds(60)

        /// Plans a demo.
        package init(
            plays: [(integration: any Integration.Type, play: PlayDeclaration)],
            presentation: HostConfiguration.Presentation, screenshots: String? = nil, version: String
        ) {
            self.plays = plays
            self.presentation = presentation
            self.screenshots = screenshots
            self.version = version
        }
    }

    private let plan: Plan
    private let capabilities: SessionCapabilities
    private let clock = SystemHostClock()
    private let willPlay: (String, String) -> Void
    private let played: (DemoPlay) -> Void
    private var signals: [UnixSignal] = []
    private var results: [DemoPlay] = []
    private var isInterrupted = false
    private var current: (session: HostSession, stop: () -> Void)?

    /// Plays everything on the process's first thread.
    ///
    /// - Parameters:
    ///   - plan: What to play.
    ///   - capabilities: What integrations are made from besides the view.
    ///   - willPlay: Called before each play with the integration's and the play's name.
    ///   - played: Called after each play.
    /// - Returns: What became of the plays; fewer than planned after a signal.
    package static func run(
        _ plan: Plan, capabilities: SessionCapabilities = SessionCapabilities(),
        willPlay: @escaping (String, String) -> Void, played: @escaping (DemoPlay) -> Void
    ) -> [DemoPlay] {
        let application = DemoApplication(plan, capabilities, willPlay: willPlay, played: played)
        return application.run()
    }

    private init(
        _ plan: Plan, _ capabilities: SessionCapabilities, willPlay: @escaping (String, String) -> Void,
        played: @escaping (DemoPlay) -> Void
    ) {
        self.plan = plan
        self.capabilities = capabilities
        self.willPlay = willPlay
        self.played = played
    }

    private func run() -> [DemoPlay] {
        for number in [SIGINT, SIGTERM] {
            signals.append(
                UnixSignal(number) { [weak self] in
                    self?.isInterrupted = true
                    self?.current?.stop()
                })
        }
        Task {
            for (integration, play) in plan.plays where !isInterrupted {
                willPlay(integration.name, play.name)
                let result = await perform(integration, play)
                guard !isInterrupted else { break }
                results.append(result)
                played(result)
                if result.machineLacks { break }
            }
            MainLoop.quit()
        }
        MainLoop.run()
        Engine.stop()
        return results
    }

    private func perform(_ integration: any Integration.Type, _ play: PlayDeclaration) async -> DemoPlay {
        let began = clock.monotonic
        let types = Recorder()
        var detail: String
        var machineLacks = false
        do throws(SessionFactory.Failure) {
            detail = try await session(integration, play, types)
        } catch {
            detail = error.sentence
            machineLacks = error.status == 4
        }
        let seen = types.all
        let missing = DemoPlay.missing(play.events, in: seen)
        if let missing, !machineLacks { detail = "\(missing) did not come (\(detail))" }
        let time = (clock.monotonic - began).components
        let milliseconds = time.seconds * 1000 + time.attoseconds / 1_000_000_000_000_000
        return DemoPlay(
            integration: integration.name, play: play.name, isGood: missing == nil, events: seen,
            seconds: Double(milliseconds) / 1000, detail: detail, machineLacks: machineLacks)
    }

    /// Runs one session until the play's events have come, the session ended, or the time is over.
    private func session(
        _ integration: any Integration.Type, _ play: PlayDeclaration, _ types: Recorder
    ) async throws(SessionFactory.Failure) -> String {
        let configuration = configuration(integration, play)
        let redaction = Redaction()
        let factory = SessionFactory(
            configuration, clock: clock, redaction: redaction, secrets: SecretResolver([], clock: clock),
            capabilities: capabilities, say: { _ in })
        factory.prepareEngine()
        let made = try await factory.makeIntegration(reason: .start, session: "")
        let stream = EventStream(
            factory: EventFactory(host: "demo", integration: integration.name, clock: clock, redaction: redaction),
            dispatcher: EventDispatcher([types]) { _ in })
        let opened = try factory.open(made, stream: stream)
        let session = opened.session
        do throws(InjectedScript.Failure) {
            let title = "\(integration.summary) (\(play.name))"
            try session.start { stage in
                HostWindow(
                    title: title, width: configuration.width, height: configuration.height, content: stage.widget)
            }
        } catch {
            throw SessionFactory.Failure(sentence: error.description, status: 4)
        }
        let detail = await outcome(of: session, play, types)
        // The far end serves until here.
        withExtendedLifetime(opened.server) {}
        // The engine may be in the middle of a callback of this very view.
        await Task.yield()
        session.tearDown()
        opened.device?.stop()
        stream.dispatcher.flush(deadline: configuration.limits.flushDeadline)
        stream.dispatcher.close()
        return detail
    }

    private func outcome(of session: HostSession, _ play: PlayDeclaration, _ types: Recorder) async -> String {
        await withCheckedContinuation { continuation in
            let outcome = OneShot<String>(ifDropped: "stopped") { continuation.resume(returning: $0) }
            let limit = MainLoopScheduler().after(plan.limit) {
                outcome.answer("\(self.plan.limit.components.seconds) s passed")
            }
            session.onEnd = { ending in
                limit.cancel()
                outcome.answer(ending.words)
            }
            current = (session, { session.end(.signal) })
            if isInterrupted { session.end(.signal) }
            types.onEvent = { [weak session] seen in
                guard DemoPlay.missing(play.events, in: seen) == nil else { return }
                DispatchQueue.main.async { session?.end(.until) }
            }
        }
    }

    private func configuration(_ integration: any Integration.Type, _ play: PlayDeclaration) -> HostConfiguration {
        var configuration = HostConfiguration(
            integration: integration, options: IntegrationOptions(), hostName: "demo", version: plan.version)
        configuration.play = play.name
        configuration.presentation = plan.presentation
        configuration.endsAfterPlay = true
        configuration.outside = .refuse
        configuration.limits.startupDeadline = .seconds(5)
        configuration.screenshot = plan.screenshots.map { "\($0)/\(integration.name)-\(play.name)-%n.png" }
        return configuration
    }

    /// Remembers the types of a session's events.
    private final class Recorder: EventSink {
        let name = "demo"
        private let state = Mutex<(types: [String], onEvent: (@Sendable ([String]) -> Void)?)>(([], nil))

        var all: [String] { state.withLock { $0.types } }

        var onEvent: (@Sendable ([String]) -> Void)? {
            get { state.withLock { $0.onEvent } }
            set { state.withLock { $0.onEvent = newValue } }
        }

        nonisolated func write(_ events: [Event]) throws(EventSinkFault) {
            let (types, handler) = state.withLock { state in
                state.types += events.map(\.type)
                return (state.types, state.onEvent)
            }
            handler?(types)
        }

        nonisolated func close() {}
    }
}
