// From a configuration to a session that can start.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import TransomCore
import TransomGLib
import TransomSandbox
import TransomWebKitShims
import WebKit

/// Makes sessions of one configuration: secrets, display, web sandbox, store and far end.
///
/// That is the order in which they can fail; but a private display comes last, since it gets ready while the others are made.
final class SessionFactory {
    /// Why a session cannot be had.
    struct Failure: Error {
        /// What is wrong, for people.
        let sentence: String
        /// The exit status of a run that ends with it.
        let status: Int32
        /// What a host in a public place shows instead of a page.
        var cause = OutOfService.machine
    }

    /// A session with what it stands on.
    struct Opened {
        /// The session, not started.
        let session: HostSession
        /// The far end on loopback, where there is one.
        ///
        /// It serves as long as this is kept.
        let server: SandboxServer?
        /// The simulated device, where there is one.
        let device: SimulatedBluetooth?
    }

    private let configuration: HostConfiguration
    private let clock: any HostClock
    private let redaction: Redaction
    private let secrets: SecretResolver
    private let scheduler: any DeadlineScheduler
    private let timers: (any SandboxTimers)?
    private let capabilities: SessionCapabilities
    private let say: (String) -> Void
    private var device: SimulatedBluetooth?
    private var authorities: TrustAuthorities?

    init(
        _ configuration: HostConfiguration, clock: any HostClock, redaction: Redaction, secrets: SecretResolver,
        scheduler: any DeadlineScheduler = MainLoopScheduler(), timers: (any SandboxTimers)? = nil,
        capabilities: SessionCapabilities = SessionCapabilities(), say: @escaping (String) -> Void
    ) {
        self.capabilities = capabilities
        self.configuration = configuration
        self.clock = clock
        self.redaction = redaction
        self.secrets = secrets
        self.scheduler = scheduler
        self.timers = timers
        self.say = say
    }

    /// Mints the secrets, makes the integration, and starts its simulated device where it has one.
    ///
    /// - Parameters:
    ///   - reason: Why secrets are minted, for those who mint them.
    ///   - session: The subject of the events, for the same.
    ///   - tell: Takes an event for each secret that was minted, and for the one that could not be.
    func makeIntegration(
        reason: SecretRequest.Reason, session: String, tell: (EventDraft) -> Void = { _ in }
    ) async throws(Failure) -> any Integration {
        var options = configuration.options
        let request = SecretRequest(
            integration: configuration.integration.name, environment: options.environment,
            kiosk: configuration.hostName, session: session, reason: reason)
        for (name, reference) in configuration.secrets.sorted(by: { $0.key < $1.key }) {
            do throws(SecretError) {
                let value = try await secrets.resolve(reference, for: request)
                redaction.add(secret: value.reveal(), isPassing: reference.isPassing)
                options.secrets[name] = value
                tell(EventDraft("transom.secret.minted", ["name": .string(name)]))
            } catch {
                tell(EventDraft("transom.secret.failed", ["name": .string(name)]))
                throw Failure(sentence: "\(name): \(error)", status: 4, cause: .secret)
            }
        }
        options.parameters = parameters
        let schemes = configuration.integration.schemesToLookUp(options)
        // What a public machine has installed is no page's business, and opens nothing.
        if !schemes.isEmpty, configuration.presentation != .kiosk {
            options.handledSchemes = InstalledPrograms.handled(among: schemes)
        }
        if device == nil { device = try await startDevice() }
        do throws(IntegrationProblems) {
            return try configuration.integration.init(options)
        } catch {
            throw Failure(sentence: error.description, status: 2, cause: .configuration)
        }
    }

    /// The integration without its secrets, to show that they could not be fetched; nothing of it is loaded.
    func standIn() -> (any Integration)? {
        var options = configuration.options
        options.parameters = parameters
        options.secrets = configuration.secrets.mapValues { _ in SecretValue("given") }
        return try? configuration.integration.init(options)
    }

    /// The parameters, with those that the play sets over them.
    private var parameters: [String: [String]] {
        let play = configuration.integration.plays.first { $0.name == configuration.play }
        let set = play?.parameters.mapValues { [$0] } ?? [:]
        return configuration.options.parameters.merging(set) { _, set in set }
    }

    /// Lets a private display get ready, where the run has one, while other things are done.
    func prepareEngine() {
        guard configuration.presentation == .headless else { return }
        setEnvironment()
        Engine.preparePrivately(width: screen.width, height: screen.height)
    }

    private var screen: (width: Int, height: Int) {
        let scale = configuration.givenScale ?? 1
        return (max(320, configuration.width * scale), max(240, configuration.height * scale))
    }

    private func setEnvironment() {
        // A WebDriver's picture waits for a frame of the renderer that a private display does without otherwise.
        if configuration.isAutomated { setenv("WEBKIT_DISABLE_DMABUF_RENDERER", "0", 0) }
        // What the machine is configured to do counts more than what its session happens to say.
        if let scale = configuration.givenScale,
            getenv("GDK_SCALE") == nil || configuration.settings.window.scale != nil
        {
            DesktopOpener.keep("GDK_SCALE")
            setenv("GDK_SCALE", "\(scale)", 1)
        }
        guard configuration.presentation == .headless else { return }
        // What the engine sets for a private display is nothing to a program on the user's own.
        for name in Engine.privateVariables where getenv(name) == nil { DesktopOpener.keep(name) }
    }

    /// Starts the engine on the display that the configuration asks for.
    func startEngine() throws(Failure) {
        let isHeadless = configuration.presentation == .headless
        if !isHeadless, !Engine.hasDisplay {
            throw Failure(
                sentence: "--\(configuration.presentation == .kiosk ? "kiosk" : "window"): there is no display "
                    + "(DISPLAY and WAYLAND_DISPLAY are not set); use --headless",
                status: 4, cause: .display)
        }
        setEnvironment()
        do throws(Engine.Failure) {
            try Engine.startIfPossible(privately: isHeadless, width: screen.width, height: screen.height)
        } catch {
            throw Failure(sentence: error.description, status: 4, cause: .display)
        }
        if configuration.isTouch { transom_mouse_is_finger(1) }
    }

    /// Makes a session with a store, and where the configuration says so a far end, of its own.
    ///
    /// Where a private display gets ready, what needs no display is made first.
    ///
    /// - Parameters:
    ///   - integration: Made from the options and the resolved secrets.
    ///   - stream: Where events go.
    ///   - role: Whether it is the run's own page or a sheet over it.
    ///   - hasWebSandbox: Whether web processes run in a sandbox, where that is decided already.
    ///   - opener: Who opens what leaves; nil for what the configuration says.
    ///   - kept: The data of an earlier session, to be gone on with; nil for none. Packaged pages have none.
    func open(
        _ integration: any Integration, stream: EventStream, role: HostSession.Role = .run,
        hasWebSandbox: Bool? = nil, opener: (any ExternalOpener)? = nil, store kept: WKWebsiteDataStore? = nil
    ) throws(Failure) -> Opened {
        let resources: ResourceFolder
        do throws(ResourceFolderError) {
            resources = try ResourceFolder.find(isKiosk: configuration.presentation == .kiosk)
        } catch {
            throw Failure(sentence: error.description, status: 4, cause: .files)
        }
        if !Engine.isPrepared { try startEngine() }
        let hasWebSandbox = if let hasWebSandbox { hasWebSandbox } else { try decideOnWebSandbox() }
        let limits = configuration.limits
        WKWebsiteDataStore.memoryLimit = (
            limits.webProcessMemory, max(1, Double(limits.webProcessMemoryPoll.components.seconds))
        )
        let store = kept ?? WKWebsiteDataStore.nonPersistent()
        if hasWebSandbox, kept == nil { store.enableWebSandbox() }
        try applyNetwork(to: store)
        let assets = try openAssets(of: integration, store, resources)
        let server = try startSandbox(store, resources)
        try startEngine()
        let session = HostSession(
            integration, configuration: configuration, store: store, resources: resources,
            hasWebSandbox: hasWebSandbox, assets: assets, role: role,
            surroundings: HostSession.Surroundings(
                stream: stream, clock: clock, scheduler: scheduler, opener: opener ?? makeOpener(server, store),
                redaction: redaction, say: say))
        session.driven.server = server
        if !type(of: integration).sheets.isEmpty {
            session.sheets = Sheets(over: session) { [clock, redaction, secrets, scheduler, capabilities, say] in
                SessionFactory(
                    $0, clock: clock, redaction: redaction, secrets: secrets, scheduler: scheduler,
                    capabilities: capabilities, say: say)
            }
        }
        server?.onRefused = { [weak session] host, port in
            session?.tell(
                EventDraft("transom.network.refused", ["host": .string(host), "port": .integer(Int64(port))]))
        }
        do throws(SessionCapabilities.Missing) {
            session.capabilities = try capabilities.make(integration.declaration.capabilities)
        } catch {
            throw Failure(sentence: error.description, status: 4)
        }
        session.systemBus = device?.address
        return Opened(session: session, server: server, device: device)
    }

    /// Sets what the configuration says of the network; a sandbox's own proxy takes the place of a configured one.
    private func applyNetwork(to store: WKWebsiteDataStore) throws(Failure) {
        let settings = configuration.settings
        if let proxy = settings.network.proxy { store.setProxy(proxy, except: settings.network.noProxy) }
        if !settings.languages.isEmpty { store.setLanguages(settings.languages) }
        guard let file = settings.network.extraCA else { return }
        do throws(GLibError) {
            // One for all sessions, since it learns which hosts it is asked about.
            let authorities = if let authorities { authorities } else { try TrustAuthorities(file: file) }
            self.authorities = authorities
            store.authorities = authorities
        } catch {
            throw Failure(sentence: "network.extraCA: \(error.message)", status: 5, cause: .configuration)
        }
    }

    private func startDevice() async throws(Failure) -> SimulatedBluetooth? {
        guard configuration.options.environment == .sandbox else { return nil }
        do {
            let device = try await SandboxCatalogue.device(of: configuration.integration.name, play: sandboxPlay)
            if device != nil {
                say("run \(configuration.integration.name): the wallet is simulated, and no Bluetooth is used")
            }
            return device
        } catch {
            throw Failure(sentence: "\(error)", status: 4)
        }
    }

    private var sandboxPlay: SandboxPlay? {
        let isHeadless = configuration.presentation == .headless
        return configuration.play.map { name in
            SandboxPlay(
                name, pace: isHeadless ? .milliseconds(5) : .milliseconds(250),
                staysOpen: configuration.presentation == .window && !configuration.endsAfterPlay)
        }
    }

    private func makeOpener(_ server: SandboxServer?, _ store: WKWebsiteDataStore) -> any ExternalOpener {
        // Nothing is started on a public machine, whatever a sheet is configured to do.
        let isKiosk = configuration.presentation == .kiosk
        switch isKiosk && configuration.outside == .desktop ? .qr : configuration.outside {
        case .desktop:
            guard let origins = server?.origins.map({ OriginRule(exactly: $0) }), let first = origins.first else {
                return DesktopOpener()
            }
            return SandboxOpener(
                origins: OriginSet(first, Array(origins.dropFirst())), store: store, other: DesktopOpener())
        case .qr: return QROpener()
        case .refuse: return RefusingOpener()
        }
    }

    private func openAssets(
        of integration: any Integration, _ store: WKWebsiteDataStore, _ resources: ResourceFolder
    ) throws(Failure) -> AssetHandler? {
        guard let declaration = integration.declaration.assets else { return nil }
        do throws(AssetFault) {
            return try AssetHandler([declaration], resources: resources, store: store)
        } catch {
            throw Failure(sentence: error.description, status: error.status)
        }
    }

    private func decideOnWebSandbox() throws(Failure) -> Bool {
        guard configuration.webSandbox != .off else { return false }
        guard let problem = WebSandboxProbe.problem() else { return true }
        guard configuration.webSandbox == .auto else {
            throw Failure(sentence: "--web-sandbox require: \(problem)", status: 4, cause: .engine)
        }
        say("run \(configuration.integration.name): web processes run without a sandbox: \(problem)")
        return false
    }

    private func startSandbox(
        _ store: WKWebsiteDataStore, _ resources: ResourceFolder
    ) throws(Failure) -> SandboxServer? {
        let isSandbox = configuration.options.environment == .sandbox
        // Whoever tests a run on the live network plays with single URLs, and the rest goes on to where it went.
        let isLive =
            !isSandbox && configuration.served.isEmpty && configuration.presentation != .kiosk
            && (configuration.isTested || configuration.har != nil)
        guard isSandbox || isLive || !configuration.served.isEmpty else { return nil }
        do {
            var sites: [any SandboxSite] = []
            if isSandbox {
                sites += try SandboxCatalogue.sites(
                    of: configuration.integration.name, resources: resources.path, play: sandboxPlay,
                    parameters: parameters, clock: clock)
            }
            for served in configuration.served {
                // A build of the user's own takes the place of the vendor's pages at its origin.
                sites = sites.map { MaskedSite($0, without: served.origin) }
                sites.append(try site(served))
            }
            sites = sites.filter { !$0.origins.isEmpty }
            let server =
                if let timers {
                    try SandboxServer(sites: sites, limits: configuration.limits, clock: clock, delays: timers)
                } else {
                    try SandboxServer(sites: sites, limits: configuration.limits, clock: clock)
                }
            // A stub may be at an origin that nothing is served at.
            server.onConnect = { [weak server, weak store] host in
                guard let server, let store, !server.hosts.contains(host) else { return }
                if let pem = try? server.certificatePEM(for: host) { try? store.trust(certificatePEM: pem, host: host) }
            }
            server.settle = { [weak store] _ in await store?.settle() }
            if isLive {
                let network = configuration.settings.network
                server.live = LiveNetwork(proxy: network.proxy, except: network.noProxy) { [weak store] in
                    store?.authorities?.vouch(for: $0, host: $1) ?? false
                }
            }
            store.setProxy(server.proxyURI)
            for host in server.hosts { try store.trust(certificatePEM: server.certificatePEM, host: host) }
            return server
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure(sentence: "\(error)", status: 4)
        }
    }

    private func site(_ served: HostConfiguration.Served) throws -> any SandboxSite {
        switch served.source {
        case .folder(let path):
            return try FolderSite([served.origin], folder: path)
        case .archive(let path):
            return try ArchiveSite(path: path, at: served.origin)
        case .port(let port):
            let (say, name) = (say, configuration.integration.name)
            return try LoopbackSite([served.origin], port: port) { say("run \(name): \($0)") }
        }
    }
}
