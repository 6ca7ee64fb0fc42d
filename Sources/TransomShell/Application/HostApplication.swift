// A run of the host in a process of its own.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import TransomCore
import TransomGLib
import TransomSandbox
import WebKit

/// Runs one host from start to end: signals, display, sandbox, session, events, and giving everything back.
package final class HostApplication {
    private let configuration: HostConfiguration
    private let redaction = Redaction()
    private let clock = SystemHostClock()
    private let presentation: HostConfiguration.Presentation
    private let secrets: SecretResolver
    private var signals: [UnixSignal] = []
    private var stream: EventStream?
    private var session: HostSession?
    private var server: SandboxServer?
    private var timeout: (any Deadline)?
    private var status: Int32 = 0
    private var hasRetried = false

    /// Runs a host on the process's first thread and returns its exit status.
    ///
    /// - Parameter configuration: The run. SIGPIPE must be ignored by the process.
    package static func run(_ configuration: HostConfiguration) -> Int32 {
        let application = HostApplication(configuration)
        return application.run()
    }

    private init(_ configuration: HostConfiguration) {
        var configuration = configuration
        if configuration.presentation == .automatic {
            let hasDisplay = getenv("WAYLAND_DISPLAY") != nil || getenv("DISPLAY") != nil
            configuration.presentation = hasDisplay ? .window : .headless
        }
        presentation = configuration.presentation
        self.configuration = configuration
        secrets = SecretResolver(Array(configuration.secrets.values), limits: configuration.limits, clock: clock)
    }

    private func run() -> Int32 {
        // First of all: a signal while the display starts must end the run in order too.
        for number in [SIGINT, SIGTERM] {
            signals.append(UnixSignal(number) { [weak self] in self?.interrupted() })
        }
        let opening = Task { await open() }
        MainLoop.run()
        opening.cancel()
        timeout = nil
        session?.tearDown()
        session = nil
        server = nil
        stream?.dispatcher.flush(deadline: configuration.limits.flushDeadline)
        stream?.dispatcher.close()
        Engine.stop()
        return status
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
        if let failure = await prepare() {
            say("run \(configuration.integration.name): \(failure.sentence)")
            status = failure.status
            MainLoop.quit()
        }
    }

    /// Why a run could not begin.
    private struct Failure: Error {
        let sentence: String
        let status: Int32
    }

    private func prepare() async -> Failure? {
        do throws(Failure) {
            let integration = try await makeIntegration(reason: .start)
            let resources = try findResources()
            try startEngine()
            let stream = try makeStream()
            self.stream = stream
            let hasWebSandbox = try decideOnWebSandbox()
            let store = WKWebsiteDataStore.nonPersistent()
            if hasWebSandbox { store.enableWebSandbox() }
            try startSandbox(store, resources)
            let session = HostSession(
                integration, configuration: configuration, store: store, resources: resources,
                hasWebSandbox: hasWebSandbox,
                surroundings: HostSession.Surroundings(
                    stream: stream, clock: clock, scheduler: MainLoopScheduler(),
                    opener: configuration.outside == .desktop ? DesktopOpener() : RefusingOpener(),
                    redaction: redaction, say: { [weak self] in self?.say($0) }))
            session.onEnd = { [weak self] in self?.ended($0) }
            session.onRetry = { [weak self] in self?.retry() }
            self.session = session
            server?.onRefused = { [weak session] host, port in
                session?.tell(
                    EventDraft(
                        "transom.network.refused", ["host": .string(host), "port": .integer(Int64(port))]))
            }
            armTimeout()
            do throws(InjectedScript.Failure) {
                try session.start { [configuration, title] stage in
                    HostWindow(
                        title: title, width: configuration.width, height: configuration.height, content: stage.widget)
                }
            } catch {
                throw Failure(sentence: error.description, status: 2)
            }
            return nil
        } catch {
            return error
        }
    }

    private var title: String {
        let environment = configuration.options.environment
        let name = configuration.integration.summary
        return environment == .production ? name : "\(name) (\(environment))"
    }

    private func makeIntegration(reason: SecretRequest.Reason) async throws(Failure) -> any Integration {
        var options = configuration.options
        let request = SecretRequest(
            integration: configuration.integration.name, environment: options.environment,
            kiosk: configuration.hostName, session: stream?.factory.session ?? "", reason: reason)
        for (name, reference) in configuration.secrets.sorted(by: { $0.key < $1.key }) {
            do throws(SecretError) {
                let value = try await secrets.resolve(reference, for: request)
                redaction.add(secret: value.reveal())
                options.secrets[name] = value
            } catch {
                throw Failure(sentence: "\(name): \(error)", status: 4)
            }
        }
        if let play = configuration.play.flatMap({ name in configuration.integration.plays.first { $0.name == name } }) {
            for (name, value) in play.parameters { options.parameters[name] = [value] }
        }
        do throws(IntegrationProblems) {
            return try configuration.integration.init(options)
        } catch {
            throw Failure(sentence: error.description, status: 2)
        }
    }

    private func findResources() throws(Failure) -> ResourceFolder {
        do throws(ResourceFolderError) { return try ResourceFolder.find() } catch {
            throw Failure(sentence: error.description, status: 4)
        }
    }

    private func startEngine() throws(Failure) {
        let isHeadless = presentation == .headless
        if !isHeadless, getenv("WAYLAND_DISPLAY") == nil, getenv("DISPLAY") == nil {
            throw Failure(
                sentence: "--window: there is no display (DISPLAY and WAYLAND_DISPLAY are not set); use --headless",
                status: 4)
        }
        if configuration.scale > 1 { setenv("GDK_SCALE", "\(configuration.scale)", 0) }
        do throws(Engine.Failure) {
            try Engine.startIfPossible(
                privately: isHeadless, width: max(320, configuration.width * configuration.scale),
                height: max(240, configuration.height * configuration.scale))
        } catch {
            throw Failure(sentence: error.description, status: 4)
        }
        DisplayLoss.watch { [weak self] in self?.displayLost() }
    }

    private func decideOnWebSandbox() throws(Failure) -> Bool {
        guard configuration.webSandbox != .off else { return false }
        guard let problem = WebSandboxProbe.problem() else { return true }
        guard configuration.webSandbox == .auto else {
            throw Failure(sentence: "--web-sandbox require: \(problem)", status: 4)
        }
        say("run \(configuration.integration.name): web processes run without a sandbox: \(problem)")
        return false
    }

    private func startSandbox(_ store: WKWebsiteDataStore, _ resources: ResourceFolder) throws(Failure) {
        let isSandbox = configuration.options.environment == .sandbox
        guard isSandbox || !configuration.served.isEmpty else { return }
        do {
            var sites: [any SandboxSite] = []
            if isSandbox {
                let play = configuration.play.map { name in
                    SandboxPlay(
                        name, pace: presentation == .headless ? .milliseconds(5) : .milliseconds(250),
                        staysOpen: presentation == .window)
                }
                sites += try SandboxCatalogue.sites(
                    of: configuration.integration.name, resources: resources.path, play: play)
            }
            for served in configuration.served {
                // A build of the user's own takes the place of the vendor's pages at its origin.
                sites = sites.map { MaskedSite($0, without: served.origin) }
                switch served.source {
                case .folder(let path): sites.append(try FolderSite([served.origin], folder: path))
                case .port:
                    throw Failure(sentence: "--serve with a server is not available yet; serve a folder", status: 2)
                }
            }
            let server = try SandboxServer(sites: sites.filter { !$0.origins.isEmpty }, clock: clock)
            self.server = server
            store.setProxy(server.proxyURI)
            for host in server.hosts { try store.trust(certificatePEM: server.certificatePEM, host: host) }
        } catch {
            throw Failure(sentence: "\(error)", status: 4)
        }
    }

    // MARK: - Events

    private func makeStream() throws(Failure) -> EventStream {
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
            throw Failure(sentence: error.description, status: 4)
        }
        let isOnly = sinks.count == 1
        let dispatcher = EventDispatcher(sinks, limits: limits) { [weak self] fault in
            DispatchQueue.main.async { self?.sinkFailed(fault, isOnly: isOnly) }
        }
        let factory = EventFactory(
            host: configuration.hostName, integration: configuration.integration.name, clock: clock, redaction: redaction)
        return EventStream(factory: factory, dispatcher: dispatcher)
    }

    private func sinkFailed(_ fault: EventSinkFault, isOnly: Bool) {
        if !fault.isClosed { say("\(fault)") }
        guard isOnly else { return }
        session?.end(fault.isClosed ? .reader : .sink)
    }

    // MARK: - Running and ending

    private func armTimeout() {
        guard let time = configuration.timeout else { return }
        timeout = MainLoopScheduler().after(time) { [weak self] in self?.session?.end(.timeout) }
    }

    private func retry() {
        Task {
            do throws(Failure) {
                session?.reopen(try await makeIntegration(reason: .error))
            } catch {
                say("run \(configuration.integration.name): \(error.sentence)")
                session?.load()
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
        } else if presentation == .headless, ending != .reader {
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
