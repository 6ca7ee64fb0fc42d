// A run of the host in a process of its own.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Synchronization
package import TransomCore
import TransomGLib
import TransomSandbox
import WebKit

/// Runs one host from start to end: signals, display, session, events, and giving everything back.
package final class HostApplication {
    private let configuration: HostConfiguration
    private let capabilities: SessionCapabilities
    private let redaction = Redaction()
    private let clock = SystemHostClock()
    private let secrets: SecretResolver
    private var factory: SessionFactory?
    private var signals: [UnixSignal] = []
    private var stream: EventStream?
    private var opened: SessionFactory.Opened?
    private var returns: ReturnService?
    private var timeout: (any Deadline)?
    private var status: Int32 = 0
    private var deadSinks: Set<String> = []
    private let lateFaults = Mutex<[EventSinkFault]>([])
    private var isRetrying = false
    private let willStart: (HostSession, EventStream) -> Void

    /// Runs a host on the process's first thread and returns its exit status.
    ///
    /// - Parameters:
    ///   - configuration: The run. SIGPIPE must be ignored by the process.
    ///   - capabilities: What integrations are made from besides the view.
    ///   - willStart: Called once with the session and its events, before the session starts.
    package static func run(
        _ configuration: HostConfiguration, capabilities: SessionCapabilities = SessionCapabilities(),
        willStart: @escaping (HostSession, EventStream) -> Void = { _, _ in }
    ) -> Int32 {
        let application = HostApplication(configuration, capabilities, willStart)
        return application.run()
    }

    private init(
        _ configuration: HostConfiguration, _ capabilities: SessionCapabilities,
        _ willStart: @escaping (HostSession, EventStream) -> Void
    ) {
        self.capabilities = capabilities
        self.willStart = willStart
        var configuration = configuration
        if configuration.presentation == .automatic {
            configuration.presentation = Engine.hasDisplay ? .window : .headless
        }
        self.configuration = configuration
        secrets = SecretResolver(
            configuration.allSecrets + [configuration.returnState].compactMap(\.self),
            limits: configuration.limits, clock: clock)
    }

    private var session: HostSession? {
        opened?.session
    }

    private func run() -> Int32 {
        // First of all: a signal while the display starts must end the run in order too.
        for number in [SIGINT, SIGTERM, SIGHUP] {
            signals.append(UnixSignal(number) { [weak self] in self?.interrupted() })
        }
        armTimeout()
        let opening = Task { await open() }
        MainLoop.run()
        opening.cancel()
        timeout = nil
        returns = nil
        session?.tearDown()
        opened?.device?.stop()
        opened = nil
        finishEvents()
        Engine.stop()
        return status
    }

    /// Waits for the events to reach their sinks, and says so where some do not.
    private func finishEvents() {
        guard let stream else { return }
        if !stream.dispatcher.flush(deadline: configuration.limits.flushDeadline) {
            say("run \(configuration.integration.name): the last events are not taken yet; waiting 30 s more")
            if !stream.dispatcher.flush(deadline: .seconds(30)) {
                say("run \(configuration.integration.name): the last events were not taken and are lost")
                if status == 0 { status = HostEnding.sink.status(isAwaiting: false) }
            }
        }
        stream.dispatcher.close()
        // A fault of the very last write is told on the main queue, which nobody serves any more.
        for fault in lateFaults.withLock({ $0 }) where !fault.isClosed && !deadSinks.contains(fault.sink) {
            say("\(fault)")
            if status == 0 { status = HostEnding.sink.status(isAwaiting: false) }
        }
    }

    private func interrupted() {
        if let session { session.end(.signal) } else { MainLoop.quit() }
    }

    private func say(_ text: String) {
        let line = Array("transom: \(redaction.redact(text))\n".utf8)
        _ = Glibc.write(2, line, line.count)
    }

    // MARK: - Opening

    private func open() async {
        do throws(SessionFactory.Failure) {
            let factory = SessionFactory(
                configuration, clock: clock, redaction: redaction, secrets: secrets,
                capabilities: capabilities, say: { [weak self] in self?.say($0) })
            self.factory = factory
            let integration = try await factory.makeIntegration(reason: .start, session: "")
            try factory.startEngine()
            DisplayLoss.watch { [weak self] in self?.displayLost() }
            let stream = try makeStream()
            self.stream = stream
            let opened = try factory.open(integration, stream: stream)
            self.opened = opened
            opened.session.onEnd = { [weak self] in self?.ended($0) }
            opened.session.onRetry = { [weak self] in self?.retry() }
            try await takeReturnLinks(opened.session)
            willStart(opened.session, stream)
            try start(opened.session)
        } catch {
            say("run \(configuration.integration.name): \(error.sentence)")
            status = error.status
            MainLoop.quit()
        }
    }

    private func takeReturnLinks(_ session: HostSession) async throws(SessionFactory.Failure) {
        guard let scheme = configuration.returnScheme else { return }
        var state: SecretValue?
        if let reference = configuration.returnState {
            do throws(SecretError) {
                let request = SecretRequest(
                    integration: configuration.integration.name, environment: configuration.options.environment,
                    kiosk: configuration.hostName, session: "", reason: .start)
                let value = try await secrets.resolve(reference, for: request)
                redaction.add(secret: value.reveal())
                state = value
            } catch {
                throw SessionFactory.Failure(sentence: "returnState: \(error)", status: 4)
            }
        }
        returns = try await ReturnService(scheme, state: state, for: session)
    }

    private func start(_ session: HostSession) throws(SessionFactory.Failure) {
        let environment = configuration.options.environment
        let name = configuration.integration.summary
        let title = environment == .production ? name : "\(name) (\(environment))"
        do throws(InjectedScript.Failure) {
            try session.start { [configuration] stage in
                HostWindow(
                    title: title, width: configuration.width, height: configuration.height, content: stage.widget)
            }
        } catch {
            throw SessionFactory.Failure(sentence: error.description, status: 2)
        }
    }

    // MARK: - Events

    private func makeStream() throws(SessionFactory.Failure) -> EventStream {
        let limits = configuration.limits
        var sinks: [any EventSink] = []
        do throws(EventSinkFault) {
            for destination in configuration.events {
                switch destination {
                case .standardOutput: sinks.append(DescriptorSink.standardOutput)
                case .file(let path): sinks.append(try FileSink(path: path, limits: limits))
                case .journal: sinks.append(try JournalSink())
                }
            }
        } catch {
            throw SessionFactory.Failure(sentence: error.description, status: 4)
        }
        let count = sinks.count
        let dispatcher = EventDispatcher(sinks, limits: limits) { [weak self] fault in
            self?.lateFaults.withLock { $0.append(fault) }
            DispatchQueue.main.async { self?.sinkFailed(fault, of: count) }
        }
        let factory = EventFactory(
            host: configuration.hostName, integration: configuration.integration.name, clock: clock,
            redaction: redaction)
        return EventStream(factory: factory, dispatcher: dispatcher)
    }

    /// A run goes on as long as its events reach anybody.
    private func sinkFailed(_ fault: EventSinkFault, of count: Int) {
        if !fault.isClosed { say("\(fault)") }
        if case .overflowed = fault { return }
        deadSinks.insert(fault.sink)
        guard deadSinks.count == count else { return }
        session?.end(fault.isClosed ? .reader : .sink)
    }

    // MARK: - Running and ending

    private func armTimeout() {
        guard let time = configuration.timeout else { return }
        timeout = MainLoopScheduler().after(time) { [weak self] in
            guard let self else { return }
            if let session { return session.end(.timeout) }
            say("run \(configuration.integration.name): the time was over before the page could be opened")
            status = HostEnding.timeout.status(isAwaiting: false)
            MainLoop.quit()
        }
    }

    private func retry() {
        guard !isRetrying else { return }
        isRetrying = true
        Task {
            defer { isRetrying = false }
            guard let factory, let stream, let session else { return }
            do throws(SessionFactory.Failure) {
                session.reopen(try await factory.makeIntegration(reason: .error, session: stream.factory.session))
            } catch {
                say("run \(configuration.integration.name): \(error.sentence)")
                session.retryFailed()
            }
        }
    }

    private func ended(_ ending: HostEnding) {
        guard let session else { return }
        status = ending.status(isAwaiting: session.isAwaiting)
        let name = configuration.integration.name
        if session.isAwaiting, ending != .signal, ending != .reader {
            say(
                "run \(name): ended (\(ending.reason)) before \(configuration.until ?? "") was seen; "
                    + "last event \(session.lastType)")
        } else if ending != .reader {
            say("run \(name): \(ending.words), \(session.eventCount) events")
        }
        // The engine is in the middle of a callback; everything is given back after the loop.
        MainLoop.quit()
    }

    private func displayLost() {
        session?.end(.display)
        stream?.dispatcher.flush(deadline: configuration.limits.flushDeadline)
        say("run \(configuration.integration.name): the display went away")
        _exit(HostEnding.display.status(isAwaiting: false))
    }
}
