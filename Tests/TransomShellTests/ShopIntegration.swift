// An integration whose page opens popups.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// A shop at `https://shop.example` that opens popups of `https://pay.example` over itself, three deep.
struct ShopIntegration: Integration {
    static let name = "shop"
    static let summary = "a shop"
    static let environments: [RunEnvironment] = [.sandbox]
    static let parameters: [ParameterDeclaration] = []
    static let routes: [String] = []
    static let events: [EventDeclaration] = []
    static let plays: [PlayDeclaration] = []
    static let setup: [String] = []
    static let sandboxOrigins: [Origin] = []

    let declaration: IntegrationDeclaration
    let startURL = StartURL("https://shop.example/")

    init(_ options: IntegrationOptions) throws(IntegrationProblems) {
        let shop = OriginRule.literal("https://shop.example")
        declaration = IntegrationDeclaration(
            handlers: [HandlerDeclaration("bridge", form: .any, origins: OriginSet(shop))],
            policy: PolicyDeclaration(
                inside: OriginSet(shop, [.literal("https://pay.example")]), outsideSchemes: ["bank"],
                opensPublicWeb: true),
            popups: PopupDeclaration(.overlay, depth: 3, mayLeave: false))
    }

    func decode(_ message: GatedMessage) -> Decoding {
        .event(EventDraft("shop.bridge", ["body": message.body]), reactions: [])
    }
}
