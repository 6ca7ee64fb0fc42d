// A page of a test's own, as an integration.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// A counter at `https://till.example` with a handler, popups of its own origin, and a word that closes it.
struct CounterIntegration: Integration {
    static let name = "counter"
    static let summary = "a counter"
    static let environments: [RunEnvironment] = [.development]
    static let parameters: [ParameterDeclaration] = [
        ParameterDeclaration("token", "a secret that is minted for each session", isSecret: true)
    ]
    static let routes: [String] = []
    static let events: [EventDeclaration] = []
    static let plays: [PlayDeclaration] = []
    static let setup: [String] = []
    static let sandboxOrigins: [Origin] = []
    static let origin = OriginRule.literal("https://till.example")

    let declaration = IntegrationDeclaration(
        handlers: [HandlerDeclaration("bridge", form: .any, origins: OriginSet(CounterIntegration.origin))],
        policy: PolicyDeclaration(inside: OriginSet(CounterIntegration.origin), outsideSchemes: ["bank"]),
        popups: PopupDeclaration(.overlay, depth: 2, mayLeave: false))
    let startURL = StartURL("https://till.example/")

    init(_ options: IntegrationOptions) throws(IntegrationProblems) {}

    func decode(_ message: GatedMessage) -> Decoding {
        if message.body == .string("close") { return .event(EventDraft("counter.close"), reactions: [.close]) }
        return .event(EventDraft("counter.said", ["body": message.body]), reactions: [])
    }
}
