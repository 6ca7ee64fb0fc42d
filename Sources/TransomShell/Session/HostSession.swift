// One integration on the screen, from its opening to its end.
// SPDX-License-Identifier: Apache-2.0
//
// It has over 400 lines because all that a session keeps stands in the class itself: an extension keeps nothing.

package import Foundation
import Glibc
import TransomCore
import TransomGLib
import WebKit

/// Hosts one integration: makes its view, judges its messages and navigations, and reacts to what they mean.
///
/// Everything that happens is told as an event. Native code reaches a page only through WebKit's calls that take arguments.
package final class HostSession: NSObject {
    /// What a session is within its run.
    enum Role: Equatable {
        /// The run's own page.
        case run
        /// A sheet over the run's home page, by its id in events.
        case sheet(id: String)
    }

    /// Called once, when the session ended.
    package var onEnd: ((HostEnding) -> Void)?
    /// Begins another session in this one's place; nil where that is impossible.
    package var onReset: ((SessionReset, @escaping (Bool) -> Void) -> Void)?
    /// Ends the host, whatever has become of this session; nil where that is whoever made it.
    package var onHostEnd: ((HostEnding) -> Void)?
    /// The sessions of this run, one after another.
    var line = SessionLine()
    /// Takes an event of a sheet, which counts for its run.
    var onEvent: ((Event) -> Void)?
    /// Called when the page of a sheet wants to be put away.
    var onHide: (() -> Void)?
    /// Opens integrations over the page, where it is a home page.
    var sheets: Sheets?
    /// Makes the integration anew for another try, with freshly minted secrets.
    var onRetry: (() -> Void)?

    let role: Role
    let configuration: HostConfiguration
    let surroundings: Surroundings
    let store: WKWebsiteDataStore
    let resources: ResourceFolder
    /// Answers the requests of a packaged page.
    private let assets: AssetHandler?
    var integration: any Integration
    var policy: NavigationPolicy
    var gate: MessageGate
    var externalOpens: TokenBucket
    /// How many dialogs are told, and when each kind of what was denied was told last.
    var dialogs: TokenBucket
    /// How many navigations are told.
    var navigations: TokenBucket
    var deniedAt: [String: Duration] = [:]
    /// Keeps a payment inside while it is at a bank.
    var excursion: Excursion
    /// Judges return links; nil where none are taken.
    var returns: ReturnGate?
    /// Who has taken return links that are not told of yet, the oldest first.
    var returnTakers: [HostSession] = []

    /// What the integration is made from besides the view; set before `start()`.
    var capabilities: [any SessionCapability] = []
    /// What is kept for those who drive the session.
    package var driven = Driving()
    /// The address of the bus with a simulated device; nil for the machine's own.
    package internal(set) var systemBus: String?
    var view: WKWebView?
    var stage: PageStage?
    var surface: (any Surface)?
    var popups: [Popup] = []
    var popupCount = 0
    /// How many events were told that popups are opened for.
    var answersTold = 0
    /// What would allow what was blocked, for the end of a run in report mode.
    var wantedRules: Set<String> = []
    var document: DocumentView?
    /// What waits for the page to listen, and the text of the script that posts it.
    var outgoing: OutgoingQueue?
    var outgoingScript: String?
    /// What the page's errand gave, when it is done.
    var result: JSONValue?
    /// What was told once and is a repetition when it comes again.
    var onceKeys: Set<String> = []
    var ending: HostEnding?
    var deadlines: [String: any Deadline] = [:]
    var loadBegan: Duration = .zero
    var lastStatus: Int?
    var hasFailed = false
    /// Whether it is a sheet that its page has put away, whose closing is told.
    var isPutAway = false
    /// Why the page failed last.
    var failure: PageFailure?
    /// Whether a load that the host itself has asked for is on its way, redirects included.
    var isHostsLoad = false
    /// When what fails is tried again.
    var recovery: RecoveryPlan
    /// Since when the page has not been there.
    var failedSince: Duration?
    /// The page that is on its way, and the one that was shown last where it can be loaded again without sending a form.
    var pendingPage: (url: String, isPlain: Bool)?
    var lastPage: String?
    /// Notices the end of the network process.
    var network: NetworkProcessWatch?
    /// Asks the web process for signs of life.
    var heartbeat: PageHeartbeat?
    /// Whether the user closed the window or the sheet.
    private(set) var isClosedByUser = false
    /// Who closes it where nobody else does, as events say it.
    var closedBy = "host"
    /// Whether the vendor's request is over; then nothing that the page says counts.
    var isExpired = false
    /// Whether the vendor's page is asked once more what came of a request that is over.
    var isCheckingStatus = false
    /// Whether somebody went to another program from the page and has not come back.
    var isAway = false
    /// Whether the page was reloaded by itself, since it stood still.
    var hasReloaded = false
    /// Whether secrets were minted again without anybody having asked for it.
    var hasReopened = false
    var requestConnection: SignalConnection?
    var inputConnection: SignalConnection?
    /// When somebody did something with a page that nothing has left for yet, and when something left last.
    var lastInput: Duration?
    var lastLeaving: Duration?
    /// How often the page was loaded again for a host that became trusted late.
    var lateTrusts = 0
    private var hasStarted = false
    private var hasSeenAwaited = false
    /// Whether the engine has asked about a navigation; by then the web-process extension has reported, or never will.
    var hasDecided = false
    private var early: [(draft: EventDraft, speaker: Speaker?)] = []
    var eventCount = 0
    var lastType = ""
    var pictureCount = 0
    var duePictures: Set<Int> = []
    /// What blacks out secrets in the last pictures, while they are taken.
    var mask: PictureMask?
    /// Why the session ends once its last pictures can be taken; nil when it does not.
    var leaving: HostEnding?
    /// Over when the last pictures are taken and the session has ended.
    var lastPictures: Task<Void, Never>?

    /// Whether the web sandbox is on; told in `transom.session.started`.
    let hasWebSandbox: Bool

    /// Prepares a session; `start()` opens it.
    ///
    /// - Parameters:
    ///   - integration: Made from the options and the resolved secrets.
    ///   - configuration: The run.
    ///   - store: Where the page's data is kept; proxy, trust and sandbox are set.
    ///   - resources: The host's own files.
    ///   - hasWebSandbox: Whether the store's processes run in a sandbox.
    ///   - assets: What answers the requests of a packaged page.
    ///   - role: Whether it is the run's own page or a sheet over it.
    ///   - surroundings: What the session works with.
    init(
        _ integration: any Integration, configuration: HostConfiguration, store: WKWebsiteDataStore,
        resources: ResourceFolder, hasWebSandbox: Bool, assets: AssetHandler? = nil, role: Role = .run,
        surroundings: Surroundings
    ) {
        self.integration = integration
        self.role = role
        self.configuration = configuration
        self.store = store
        self.resources = resources
        self.hasWebSandbox = hasWebSandbox
        self.assets = assets
        self.surroundings = surroundings
        policy = integration.navigationPolicy(configuration.options, mode: configuration.policyMode)
        outgoing = integration.declaration.outgoing.map { OutgoingQueue($0) }
        for bearer in integration.declaration.bearers { surroundings.redaction.add(secret: bearer, isPassing: true) }
        recovery = RecoveryPlan(configuration.limits)
        gate = MessageGate(
            handlers: integration.declaration.handlers, limits: configuration.limits, clock: surroundings.clock)
        externalOpens = TokenBucket(
            count: configuration.limits.externalOpens, in: configuration.limits.externalOpenWindow,
            burst: configuration.limits.externalOpens)
        dialogs = TokenBucket(
            count: configuration.limits.dialogs, in: configuration.limits.dialogWindow,
            burst: configuration.limits.dialogs)
        navigations = TokenBucket(
            count: configuration.limits.navigationsTold, in: configuration.limits.navigationWindow,
            burst: configuration.limits.navigationsTold)
        excursion = Excursion(
            gateways: integration.declaration.policy.excursions + configuration.options.excursions, allow: policy.allow,
            limits: configuration.limits, clock: surroundings.clock)
        returns = configuration.returnScheme.map {
            ReturnGate(scheme: $0, limits: configuration.limits, clock: surroundings.clock)
        }
    }

    /// Name of the integration.
    package var name: String {
        type(of: integration).name
    }

    // MARK: - Beginning

    /// Makes the view and loads the page.
    ///
    /// Handlers, scripts and settings are there before the load begins.
    ///
    /// - Parameters:
    ///   - failure: Why nothing can be loaded; it is shown in place of the page, with another try.
    ///   - makeSurface: Puts the stage where it is seen.
    /// - Throws: A script that cannot be read.
    func start(
        failing failure: PageFailure? = nil, on makeSurface: (PageStage) -> any Surface
    ) throws(InjectedScript.Failure) {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = store
        if let assets {
            configuration.setURLSchemeHandler(assets, forURLScheme: AssetsDeclaration.scheme)
            assets.onMissing = { [weak self] in self?.tellMissing($0) }
        }
        // A play has no user whose gesture would let its pages open a window.
        configuration.preferences.javaScriptCanOpenWindowsAutomatically = self.configuration.play != nil
        configuration.preferences.restrictToHost()
        let controller = configuration.userContentController
        let relay = MessageRelay(self)
        // What the gate would refuse for its size is not even taken over: a text of that many bytes has fewer members.
        let limits = self.configuration.limits
        let longest = integration.declaration.handlers.map { ($0.limits ?? limits.channel).textBytes }.max()
        controller.bodyBudget = (longest ?? limits.channel.textBytes) * 64
        controller.messageCaps = messageCaps()
        for handler in integration.declaration.handlers where handler.carrier == .scriptMessage {
            if handler.isAnswered {
                controller.addScriptMessageHandler(
                    AnsweringRelay(self), contentWorld: .declared(handler.world), name: handler.name)
            } else {
                controller.add(relay, contentWorld: .declared(handler.world), name: handler.name)
            }
        }
        for script in integration.declaration.scripts {
            controller.addUserScript(try InjectedScript(script, resources: resources).userScript)
        }
        prepareDriving(controller)
        if let player { controller.addUserScript(try InjectedScript(player, resources: resources).userScript) }
        if let channel = integration.declaration.outgoing {
            outgoingScript = try InjectedScript.text(of: channel.script, resources: resources)
        }
        let size = CGRect(x: 0, y: 0, width: self.configuration.width, height: self.configuration.height)
        let view = WKWebView(frame: size, configuration: configuration)
        view.navigationDelegate = self
        view.uiDelegate = self
        store.onDownloadRefused = { [weak self] url in
            self?.tellDownloadRefused(url)
        }
        view.customUserAgent = self.configuration.userAgent
        view.allowsBackForwardNavigationGestures =
            integration.declaration.swipesThroughHistory && self.configuration.presentation != .kiosk
        showOrigin(of: view)
        restrict(view)
        inputConnection = watchInput(of: view)
        self.view = view
        let stage = PageStage(content: view.hostWidget)
        stage.onRetry = { [weak self] in self?.retry() }
        stage.onEscape = { [weak self] in self?.closeTopmost() ?? false }
        stage.onBack = { [weak self] in self?.goBack() ?? false }
        stage.onLeave = { [weak self] in self?.leaveExcursion() }
        self.stage = stage
        // Before the window is made: the web process starts meanwhile. What it says comes when this is done.
        let isEarly = failure == nil && capabilities.isEmpty
        if isEarly { load() }
        surroundings.opener.stand(on: stage)
        surroundings.opener.whenDismissed { [weak self] in self?.cameBack() }
        let surface = makeSurface(stage)
        surface.onClose = { [weak self] in
            guard let self else { return }
            isClosedByUser = true
            // Whoever closes the window over a page that failed has seen the run fail.
            end(hasFailed ? .error : .user)
        }
        surface.onFocus = { [weak self] in self?.cameBack() }
        self.surface = surface
        watchRequests(of: view)
        stage.focus()
        if let time = integration.declaration.expiresAfter {
            arm("expiry", time) { [weak self] in self?.expired(after: time) }
        }
        for capability in capabilities { capability.begin(in: self) }
        stage.setNotice(banner)
        if recovers { heartbeat = PageHeartbeat(of: self, view) }
        if let failure { pageFailed(failure) } else if !isEarly { load() }
    }

    // MARK: - Telling

    /// Tells of something as an event, and ends the session when it was awaited.
    func tell(_ draft: EventDraft, speaker: Speaker? = nil) {
        guard ending == nil else { return }
        if draft.type == integration.declaration.popups.answer?.event { answersTold += 1 }
        // The network process may speak before the web process has: what it says waits for the first event.
        guard hasStarted || view?.isStamped ?? false else { return early.append((draft, speaker)) }
        beginIfNeeded()
        // The first event itself may have been the awaited one.
        guard ending == nil else { return }
        emit(draft, speaker: speaker)
        postWaiting(after: draft.type)
    }

    private func emit(_ draft: EventDraft, speaker: Speaker?) {
        let event = surroundings.stream.emit(draft, speaker: speaker)
        if let onEvent { onEvent(event) } else { count(event) }
    }

    /// Counts an event of the run, whose page or sheet it may be, takes its picture, and ends the run if it was awaited.
    func count(_ event: Event) {
        eventCount += 1
        if ending == nil { lastType = event.type }
        if let path = configuration.screenshot, path.contains("%n") { takePictureSoon(path) }
        guard let pattern = configuration.until, fnmatch(pattern, event.type, 0) == 0 else { return }
        hasSeenAwaited = true
        end(.until)
    }

    /// The first event says whether the web-process extension is at work, which is known when the engine first asks.
    func beginIfNeeded() {
        guard !hasStarted else { return }
        hasStarted = true
        let isStamped = view?.isStamped ?? false
        emit(beginning(isStamped: isStamped), speaker: nil)
        let waiting = early
        early = []
        for (draft, speaker) in waiting { tell(draft, speaker: speaker) }
        if !isStamped, hasDecided {
            surroundings.say(
                "\(name): the web-process extension is not at work, so nobody knows who speaks and every message is refused"
                    + (WebProcessExtension.failure.map { " (\($0))" } ?? ""))
        }
    }

    private func beginning(isStamped: Bool) -> EventDraft {
        if case .sheet(let id) = role { return opening(of: id) }
        return EventDraft(
            "transom.session.started",
            .object(
                [
                    "integration": .string(name),
                    "environment": .string(configuration.options.environment.rawValue),
                    "version": .string(configuration.version), "webkit": .string(EngineVersion.current),
                    "websandbox": .bool(hasWebSandbox), "stamped": .bool(isStamped),
                ].merging(driven.eventFile.map { ["events": .string($0)] } ?? [:]) { $1 }))
    }

    // MARK: - Ending

    /// Ends the session; the first reason counts.
    ///
    /// It has ended when `onEnd` is called: at once, or when the secrets in its last pictures are blacked out.
    package func end(_ reason: HostEnding) {
        guard ending == nil, leaving == nil else { return }
        beginIfNeeded()
        guard ending == nil, leaving == nil, !waitsForLastPictures(reason) else { return }
        finish(reason)
    }

    /// Ends the session, whose last pictures can be taken.
    func finish(_ reason: HostEnding) {
        guard ending == nil else { return }
        // What the end changes on the screen comes after the picture of it.
        takeLastPicture()
        // A sheet ends before the page under it does.
        sheets?.closeAll()
        closeAllPopups(by: isClosedByUser ? "user" : closedBy)
        for draft in gate.finish() where ending == nil { emit(draft, speaker: nil) }
        // One of those may have been the awaited event, which has ended the session by now.
        guard ending == nil else { return }
        ending = reason
        for capability in capabilities { capability.end() }
        for deadline in deadlines.values { deadline.cancel() }
        deadlines = [:]
        takeDuePictures()
        // A session that another one follows is told of as reset.
        if !isPutAway, reason != .reset { emit(conclusion(reason), speaker: nil) }
        if !wantedRules.isEmpty {
            let rules = wantedRules.sorted().map { quoted($0) }.joined(separator: ", ")
            surroundings.say("\(name): to allow all that was marked: policy.allow: [\(rules)]")
        }
        onEnd?(reason)
    }

    private func conclusion(_ reason: HostEnding) -> EventDraft {
        if case .sheet(let id) = role { return closing(of: id) }
        return EventDraft("transom.session.ended", ["reason": .string(reason.reason)])
    }

    /// Whether an event is waited for that has not come.
    var isAwaiting: Bool {
        configuration.until != nil && !hasSeenAwaited
    }

    /// Gives the window and the view back.
    ///
    /// Called outside any callback of theirs.
    func tearDown() {
        endNow()
        heartbeat = nil
        network = nil
        sheets?.tearDown()
        returnTakers = []
        for capability in capabilities { capability.end() }
        capabilities = []
        view?.navigationDelegate = nil
        view?.uiDelegate = nil
        view?.configuration.userContentController.removeAllScriptMessageHandlers()
        closeDocument()
        for popup in popups.reversed() { popup.remove() }
        popups = []
        // A page that is busy would keep its process for a while after ours.
        view?.terminateWebProcess()
        requestConnection?.disconnect()
        inputConnection = nil
        surface?.destroy()
        surface = nil
        stage = nil
        view = nil
    }
}
