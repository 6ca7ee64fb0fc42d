// The gift-card store of Hubble, loaded by URL.
// SPDX-License-Identifier: Apache-2.0

public import TransomCore

/// The gift-card store of Hubble, loaded by URL: <https://docs.myhubble.money>.
///
/// The page posts JSON text to `webkit.messageHandlers.bridge`; an object is taken too. Nothing is sent to the page. What
/// it says about a payment is a claim: the vendor's webhooks are the truth.
public struct HubbleIntegration: Integration {
    /// `hubble`.
    public static let name = "hubble"
    /// One line for lists.
    public static let summary = "Hubble's gift-card store"
    /// The sandbox is the standard.
    public static let environments: [RunEnvironment] = [.sandbox, .development, .production]
    /// What is to be set up at the vendor.
    public static let setup = [
        "Ask Hubble for a clientId and an appSecret, for development and for production each.",
        "Have your server mint the single sign-on token for each opening: it is valid for 60 seconds and for one use.",
        "Register a webhook at Hubble and verify its X-Verify signature there; it alone confirms a payment.",
    ]
    /// None: the bank of the sandbox is at an origin that nobody lists, as every bank is, and is reached by the excursion.
    public static let sandboxOrigins: [Origin] = []

    /// What is asked of the host.
    public let declaration: IntegrationDeclaration
    /// Where the run starts.
    public let startURL: StartURL

    /// Checks the options and builds the start URL.
    ///
    /// - Parameter options: what the user gave.
    /// - Throws: everything that is wrong, at once.
    public init(_ options: IntegrationOptions) throws(IntegrationProblems) {
        var problems: [IntegrationProblem] = []
        let parameters = ResolvedParameters(options, of: Self.self, problems: &problems)
        if parameters.secret("clientSecret") != nil {
            problems.removeAll { if case .missing("appSecret", _, _) = $0 { true } else { false } }
        }
        let store = HubbleStore(
            environment: options.environment, base: HubbleStore.Base(rawValue: parameters["base"] ?? "") ?? .vouchers)
        let route = HubbleRoute(options.route ?? "/")
        if let route {
            problems += route.strayParameters(options.parameters)
        } else {
            problems.append(.route(given: options.route ?? "", possible: Self.routes))
        }
        if let name = parameters["appsParameter"], !HubbleApps.isParameter(name) {
            problems.append(
                .invalid(name: "appsParameter", given: name, expectation: HubbleApps.parameterExpectation))
        }
        guard problems.isEmpty, let route else { throw IntegrationProblems(problems) }
        startURL = StartURL(store.url(route: route, parameters: parameters, handledSchemes: options.handledSchemes))
        declaration = IntegrationDeclaration(
            handlers: [
                HandlerDeclaration("bridge", form: .textOrObject, parsesText: true, origins: store.origins)
            ],
            policy: PolicyDeclaration(
                inside: store.origins.adding([Self.gateway]), outsideSchemes: Self.outsideSchemes,
                opensPublicWeb: true, excursions: [.literal("https://api.razorpay.com")]),
            popups: PopupDeclaration(.foldIntoSameView), permissions: [.clipboardWrite],
            readiness: ReadinessDeclaration(event: "hubble.app_ready"), reloadsWhenStill: true,
            swipesThroughHistory: parameters["gestures"] == "true")
    }

    /// The payment apps' schemes, where the vendor is to be told of them.
    public static func schemesToLookUp(_ options: IntegrationOptions) -> [String] {
        options.parameters["appsParameter"] == nil ? [] : HubbleApps.codes.map(\.scheme)
    }

    /// Says what a message of the store means.
    public func decode(_ message: GatedMessage) -> Decoding { HubbleMessage.decode(message.body) }

    /// The payment gateway, whose page must stay inside: sent outside, the store never learns of its result.
    private static let gateway = OriginRule.literal("https://api.razorpay.com")

    /// The payment apps that the store links to, both spellings of CRED's, and what every page links to.
    private static let outsideSchemes = [
        "upi", "phonepe", "tez", "paytmmp", "cred", "credpay", "bhim", "mailto", "tel",
    ]
}
