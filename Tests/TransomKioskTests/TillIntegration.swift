// A home page of a test's own, as an integration.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// A till at `https://till.example` over which the counter opens as a sheet.
struct TillIntegration: Integration {
    static let name = "till"
    static let summary = "a till"
    static let environments: [RunEnvironment] = [.development]
    static let parameters: [ParameterDeclaration] = []
    static let routes: [String] = []
    static let events: [EventDeclaration] = []
    static let plays: [PlayDeclaration] = []
    static let setup: [String] = []
    static let sandboxOrigins: [Origin] = []
    static let sheets: [any Integration.Type] = [CounterIntegration.self]

    let declaration = IntegrationDeclaration(
        handlers: [HandlerDeclaration("transom", form: .any, origins: OriginSet(CounterIntegration.origin))],
        policy: PolicyDeclaration(inside: OriginSet(CounterIntegration.origin), outsideSchemes: []),
        popups: PopupDeclaration(.overlay, depth: 0, mayLeave: false))
    let startURL = StartURL("https://till.example/")

    init(_ options: IntegrationOptions) throws(IntegrationProblems) {}

    func decode(_ message: GatedMessage) -> Decoding {
        .event(EventDraft("till.said", ["body": message.body]), reactions: [])
    }
}
