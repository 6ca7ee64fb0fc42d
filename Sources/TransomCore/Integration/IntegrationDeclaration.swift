// What an integration asks of the host for one run.
// SPDX-License-Identifier: Apache-2.0

/// What an integration asks of the host for one run.
public struct IntegrationDeclaration: Sendable, Equatable {
    /// The handlers, registered before the first load.
    public let handlers: [HandlerDeclaration]
    /// The scripts, added before the first load.
    public let scripts: [ScriptDeclaration]
    /// Where navigations may go.
    public let policy: PolicyDeclaration
    /// What becomes of windows that a page asks for.
    public let popups: PopupDeclaration
    /// What a page may ask the engine for.
    public let permissions: Set<WebPermission>
    /// What of the host is needed besides the view.
    public let capabilities: [Capability]
    /// When the page counts as ready; nothing where the end of the load is enough.
    public let readiness: ReadinessDeclaration?
    /// How the host speaks to the page; nothing where the contract has no such messages.
    public let outgoing: OutgoingChannel?
    /// Where links to documents are shown in a view of their own; nothing where they are opened outside as other links are.
    public let documents: DocumentsDeclaration?
    /// The packaged files that the page is made of; nothing where it is a web site.
    public let assets: AssetsDeclaration?
    /// How long the errand can be done, from the start of the first load; nothing where the vendor sets no such time.
    ///
    /// When it has passed without a ``Reaction/complete(_:)``, the host shows that it expired.
    public let expiresAfter: Duration?
    /// Whether a page that stands still after somebody came back from another program is loaded again, once.
    public let reloadsWhenStill: Bool
    /// Whether a swipe to the side walks the history of the page, as WKWebView's `allowsBackForwardNavigationGestures`.
    public let swipesThroughHistory: Bool
    /// Whether a sheet is closed a moment after its errand is done, because the vendor's page has nothing more to do then.
    public let closesWhenComplete: Bool
    /// Values that let whoever has them act, such as the id of a payment: they are kept out of everything that is written.
    public let bearers: [String]

    /// Declares what is asked of the host.
    public init(
        handlers: [HandlerDeclaration], scripts: [ScriptDeclaration] = [], policy: PolicyDeclaration,
        popups: PopupDeclaration = PopupDeclaration(.refused), permissions: Set<WebPermission> = [],
        capabilities: [Capability] = [], readiness: ReadinessDeclaration? = nil,
        outgoing: OutgoingChannel? = nil, documents: DocumentsDeclaration? = nil, expiresAfter: Duration? = nil,
        reloadsWhenStill: Bool = false, closesWhenComplete: Bool = false, bearers: [String] = [],
        assets: AssetsDeclaration? = nil, swipesThroughHistory: Bool = false
    ) {
        self.handlers = handlers
        self.scripts = scripts
        self.policy = policy
        self.popups = popups
        self.permissions = permissions
        self.capabilities = capabilities
        self.readiness = readiness
        self.outgoing = outgoing
        self.documents = documents
        self.expiresAfter = expiresAfter
        self.reloadsWhenStill = reloadsWhenStill
        self.swipesThroughHistory = swipesThroughHistory
        self.closesWhenComplete = closesWhenComplete
        self.bearers = bearers
        self.assets = assets
    }
}
