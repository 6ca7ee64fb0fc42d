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
    public let capabilities: Set<Capability>
    /// When the page counts as ready; nothing where the end of the load is enough.
    public let readiness: ReadinessDeclaration?

    /// Declares what is asked of the host.
    public init(
        handlers: [HandlerDeclaration], scripts: [ScriptDeclaration] = [], policy: PolicyDeclaration,
        popups: PopupDeclaration = PopupDeclaration(.refused), permissions: Set<WebPermission> = [],
        capabilities: Set<Capability> = [], readiness: ReadinessDeclaration? = nil
    ) {
        self.handlers = handlers
        self.scripts = scripts
        self.policy = policy
        self.popups = popups
        self.permissions = permissions
        self.capabilities = capabilities
        self.readiness = readiness
    }
}
