// An integration of the tests' own, so that the command line is tested apart from any vendor.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// A store with one parameter of each kind that a command line can get wrong.
struct FixtureStore: Integration {
    static let name = "hubble"
    static let summary = "a store of the tests' own"
    static let environments: [RunEnvironment] = [.sandbox, .development, .production]
    static let parameters = [
        ParameterDeclaration("clientId", "the partner's name", requiredIn: [.production]),
        ParameterDeclaration("appSecret", "the partner's secret", requiredIn: [.production], isSecret: true),
        ParameterDeclaration("token", "a token for one session", isSecret: true),
        ParameterDeclaration("theme", "light or dark", kind: .choice(["light", "dark"]), standard: "light"),
    ]
    static let routes = ["/", "/search"]
    static let events = [
        EventDeclaration("hubble.app_ready", "the page is ready"),
        EventDeclaration(
            "hubble.close", "the page wants to be closed", data: .object(["why": .string], optional: ["why"])),
    ]
    static let plays = [
        PlayDeclaration("purchase", "somebody buys a card", events: ["hubble.app_ready", "hubble.close"])
    ]
    static let sandboxOrigins = [Origin.literal("https://acs.bank.example")]
    static let setup = ["Ask the vendor for a clientId."]

    let declaration = IntegrationDeclaration(
        handlers: [
            HandlerDeclaration("bridge", form: .text, origins: OriginSet(.literal("https://vouchers.myhubble.money")))
        ],
        policy: PolicyDeclaration(
            inside: OriginSet(.literal("https://vouchers.myhubble.money")),
            frames: [.literal("https://api.razorpay.com")], outsideSchemes: ["upi"], opensPublicWeb: true))
    let startURL = StartURL("https://vouchers.myhubble.money/")

    init(_ options: IntegrationOptions) throws(IntegrationProblems) {
        var problems: [IntegrationProblem] = []
        _ = ResolvedParameters(options, of: Self.self, problems: &problems)
        if !problems.isEmpty { throw IntegrationProblems(problems) }
    }

    func decode(_ message: GatedMessage) -> Decoding {
        .event(EventDraft("hubble.app_ready"), reactions: [])
    }
}
