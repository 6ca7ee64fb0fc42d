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
    /// The run; a changed configuration takes its place between two sessions.
    var configuration: HostConfiguration
    /// A changed configuration that waits for the end of the session.
    var changes: HostConfiguration?
    /// Reads the configuration again; nil for a run without a file.
    let rereading: (() -> Result<HostConfiguration, ConfigurationMistakes>)?
    let keeper: (any HostKeeper)?
    let capabilities: SessionCapabilities
    let redaction = Redaction()
    let secrets: SecretResolver
    var factory: SessionFactory?
    private var signals: [UnixSignal] = []
    var stream: EventStream?
    var opened: SessionFactory.Opened?
    var returns: ReturnService?
    private var timeout: (any Deadline)?
    var status: Int32 = 0
    /// Whether one session is making room for another one, and who waits for that.
    var isResetting = false
    var resetWaiters: [(Bool) -> Void] = []
    /// When a start that failed is tried again, and how often it has failed.
    var restart: (any Deadline)?
    var failedStarts = 0
    /// Whether no session could begin, which a keeper shows.
    var isOutOfService = false
    /// Whether the host ends, so that no other session begins.
    private(set) var isOver = false
    /// When the session began, and how many before it closed themselves at once.
    var sessionBegan = Duration.zero
    var closedAtOnce = 0
    /// Whether those who wait for the first session have been told of it.
    var hasTold = false
    /// Whether the files that this process runs from were replaced, and what notices that.
    var isOutdated = false
    var engineWatch: EngineWatch?
    let engineFiles: [String]?
    /// Whether somebody starts the host again when it ends.
    let isService: Bool
    /// Monotonic and wall time.
    package let clock: any HostClock
    /// Deadlines.
    package let scheduler: any DeadlineScheduler
    private let quit: () -> Void
    private let furtherSinks: [any EventSink]
    /// The sinks whose faults somebody was told of.
    private var toldSinks: Set<String> = []
    private let lateFaults = Mutex<[EventSinkFault]>([])
    private var isRetrying = false
    let willStart: (HostSession, EventStream) -> Void

    /// Runs a host on the process's first thread and returns its exit status.
    ///
    /// - Parameters:
    ///   - configuration: The run. SIGPIPE must be ignored by the process.
    ///   - capabilities: What integrations are made from besides the view.
    ///   - keeper: What keeps the host in service in a public place; nil for a run that ends with its page.
    ///   - rereading: Reads the configuration again, when SIGHUP says that it has changed; nil where there is no file, and
    ///     SIGHUP ends the run.
    ///   - willStart: Called once with the session and its events, before the session starts.
    package static func run(
        _ configuration: HostConfiguration, capabilities: SessionCapabilities = SessionCapabilities(),
        keeper: (any HostKeeper)? = nil,
        rereading: (() -> Result<HostConfiguration, ConfigurationMistakes>)? = nil,
        willStart: @escaping (HostSession, EventStream) -> Void = { _, _ in }
    ) -> Int32 {
        let application = HostApplication(
            configuration, capabilities: capabilities, keeper: keeper, rereading: rereading, willStart: willStart)
        return application.run()
    }

    /// Makes a host; `run()` or `begin()` starts it.
    ///
    /// - Parameters:
    ///   - configuration: The run.
    ///   - capabilities: What integrations are made from besides the view.
    ///   - keeper: What keeps the host in service; nil for none.
    ///   - rereading: Reads the configuration again; nil where there is no file.
    ///   - clock: Monotonic and wall time.
    ///   - scheduler: Deadlines.
    ///   - furtherSinks: Where events go besides the configuration's places.
    ///   - engineFiles: What is watched for an update; nil for the files that this process has in memory.
    ///   - isService: Whether somebody starts the host again when it ends.
    ///   - quit: Ends the loop that the host runs on.
    ///   - willStart: Called once with the session and its events, before the session starts.
    init(
        _ configuration: HostConfiguration, capabilities: SessionCapabilities = SessionCapabilities(),
        keeper: (any HostKeeper)? = nil,
        rereading: (() -> Result<HostConfiguration, ConfigurationMistakes>)? = nil,
        clock: any HostClock = SystemHostClock(),
        scheduler: any DeadlineScheduler = MainLoopScheduler(), furtherSinks: [any EventSink] = [],
        engineFiles: [String]? = nil, isService: Bool = ServiceWatch.isService,
        quit: @escaping () -> Void = { MainLoop.quit() },
        willStart: @escaping (HostSession, EventStream) -> Void = { _, _ in }
    ) {
        self.capabilities = capabilities
        self.keeper = keeper
        self.rereading = rereading
        self.clock = clock
        self.scheduler = scheduler
        self.furtherSinks = furtherSinks
        self.engineFiles = engineFiles
        self.isService = isService
        self.quit = quit
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

    /// The session that is open.
    package var session: HostSession? {
        opened?.session
    }

    private func run() -> Int32 {
        // First of all: a signal while the display starts must end the run in order too.
        for number in [SIGINT, SIGTERM] + (rereading == nil ? [SIGHUP] : []) {
            signals.append(UnixSignal(number) { [weak self] in self?.interrupted() })
        }
        if rereading != nil { signals.append(UnixSignal(SIGHUP) { [weak self] in self?.reload() }) }
        let opening = begin()
        MainLoop.run()
        opening.cancel()
        finish()
        Engine.stop()
        return status
    }

    /// Opens the host; the loop must run.
    func begin() -> Task<Void, Never> {
        keeper?.prepare()
        watchEngine()
        armTimeout()
        return Task { await open() }
    }

    /// Gives everything back, outside any callback of a view's.
    func finish() {
        timeout = nil
        engineWatch = nil
        restart = nil
        returns = nil
        writeArchive()
        session?.tearDown()
        opened?.device?.stop()
        opened = nil
        keeper?.close()
        finishEvents()
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
        for fault in lateFaults.withLock({ $0 }) where !fault.isClosed && !toldSinks.contains(fault.sink) {
            say("\(fault)")
            if status == 0 { status = HostEnding.sink.status(isAwaiting: false) }
        }
    }

    private func interrupted() {
        end(.signal)
    }

    /// Ends the host, whether there is a session or not.
    package func end(_ reason: HostEnding) {
        if let session, session.ending == nil, !isResetting { return session.end(reason) }
        if !isOver { leave(reason.status(isAwaiting: false)) }
    }

    /// Ends the loop that the host runs on, with this exit status.
    func leave(_ status: Int32) {
        isOver = true
        self.status = status
        restart = nil
        quit()
    }

    /// Writes one line for people.
    package func say(_ text: String) {
        let line = Array("transom: \(redaction.redact(text))\n".utf8)
        _ = Glibc.write(2, line, line.count)
    }

    // MARK: - Opening

    private func open() async {
        do throws(SessionFactory.Failure) {
            let factory = makeFactory()
            self.factory = factory
            // A kiosk shows its own screen before anything can fail; elsewhere a mistake is told before a window opens.
            if let keeper {
                try factory.startEngine()
                do throws(KeeperFailure) { try keeper.open(for: self) } catch {
                    throw SessionFactory.Failure(sentence: error.description, status: 4, cause: .display)
                }
            }
            if keeper != nil { try checkClock() } else { factory.prepareEngine() }
            let eventFile = try chooseEventFile()
            let stream = try makeStream()
            self.stream = stream
            var minted: [EventDraft] = []
            let integration: any Integration
            var failure: PageFailure?
            do throws(SessionFactory.Failure) {
                integration = try await factory.makeIntegration(
                    reason: .start, session: stream.factory.session
                ) { minted.append($0) }
            } catch {
                // The run is there all the same: it tells of the secret, and where somebody sees it, it can try again. A kiosk
                // has a screen of its own for that.
                guard keeper == nil, error.cause == .secret, let standIn = factory.standIn() else {
                    for draft in minted { stream.emit(draft) }
                    throw error
                }
                integration = standIn
                failure = .secret(error.sentence)
            }
            try await openSession(integration, stream, failing: failure) { [weak self] session in
                guard let self else { return }
                session.driven.eventFile = eventFile
                record(session)
                hasTold = true
                willStart(session, stream)
                for draft in minted { session.tell(draft) }
            }
        } catch {
            cannotStart(error)
        }
        takeChanges()
    }

    /// Makes what makes sessions, of the configuration that is in force, and has the host speak its languages.
    func makeFactory() -> SessionFactory {
        HostTexts.use(HostTexts.table(for: configuration.settings.languages))
        return SessionFactory(
            configuration, clock: clock, redaction: redaction, secrets: secrets, scheduler: scheduler,
            capabilities: capabilities, say: { [weak self] in self?.say($0) })
    }

    // MARK: - Events

    func makeStream() throws(SessionFactory.Failure) -> EventStream {
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
        sinks += furtherSinks
        let dispatcher = EventDispatcher(sinks, limits: limits) { [weak self] fault in
            self?.lateFaults.withLock { $0.append(fault) }
            DispatchQueue.main.async { self?.sinkFailed(fault) }
        }
        let factory = EventFactory(
            host: configuration.hostName, integration: configuration.integration.name, clock: clock,
            redaction: redaction)
        return EventStream(factory: factory, dispatcher: dispatcher)
    }

    /// A run goes on as long as its events reach anybody, and a kiosk as long as they may do so again.
    private func sinkFailed(_ fault: EventSinkFault) {
        if !fault.isClosed {
            say("\(fault)")
            toldSinks.insert(fault.sink)
        }
        guard let dispatcher = stream?.dispatcher, !dispatcher.reachesSomebody else { return }
        if keeper != nil, dispatcher.isOpen { return }
        end(fault.isClosed ? .reader : .sink)
    }

    // MARK: - Running and ending

    private func armTimeout() {
        guard let time = configuration.timeout else { return }
        timeout = scheduler.after(time) { [weak self] in
            guard let self else { return }
            if session == nil {
                say("run \(configuration.integration.name): the time was over before the page could be opened")
            }
            end(.timeout)
        }
    }

    func retry() {
        guard !isRetrying else { return }
        isRetrying = true
        Task {
            defer { isRetrying = false }
            guard let factory, let stream, let session else { return }
            do throws(SessionFactory.Failure) {
                session.reopen(
                    try await factory.makeIntegration(reason: .error, session: stream.factory.session) {
                        [weak session] in
                        session?.tell($0)
                    })
            } catch {
                session.retryFailed(error.sentence)
            }
        }
    }

    func ended(_ ending: HostEnding) {
        guard let session, ending != .reset else { return }
        if let keeper, let reason = ending.reset { return goOn(reason, with: keeper) }
        let name = configuration.integration.name
        if session.isAwaiting, ending != .signal, ending != .reader {
            say(
                "run \(name): ended (\(ending.reason)) before \(configuration.until ?? "") was seen; "
                    + "last event \(session.lastType)")
        } else if ending != .reader {
            say("run \(name): \(ending.words), \(session.eventCount) events")
        }
        // The engine is in the middle of a callback; everything is given back after the loop.
        leave(ending.status(isAwaiting: session.isAwaiting))
    }

    func displayLost() {
        session?.end(.display)
        stream?.dispatcher.flush(deadline: configuration.limits.flushDeadline)
        say("run \(configuration.integration.name): the display went away")
        _exit(HostEnding.display.status(isAwaiting: false))
    }
}
