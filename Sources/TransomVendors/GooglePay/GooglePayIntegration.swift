// A merchant's page with Google Pay, whose payment sheet is a popup of the vendor's.
// SPDX-License-Identifier: Apache-2.0

public import TransomCore

/// A merchant's page with Google Pay on the web: <https://developers.google.com/pay/api/web>.
///
/// The vendor's script opens a window, `gp-js-popup`, which passes through the vendor's sign-in and ends at its payment
/// sheet; both sides speak by `window.postMessage`, so the window must have a live opener and the vendor's origins must
/// load in it. Neither the page nor the window has a handler. What became of a payment is read by a script in a world of
/// its own from the message that the window sends its opener, and never holds payment data: it is a claim, and the
/// merchant's server alone knows whether money moved.
public struct GooglePayIntegration: Integration {
    /// `googlepay`.
    public static let name = "googlepay"
    /// One line for lists.
    public static let summary = "a merchant's page with Google Pay"
    /// The sandbox is the standard; the vendor's own test mode is the merchant's choice and works in any environment.
    public static let environments: [RunEnvironment] = [.sandbox, .development, .production]
    /// What is to be set up at the vendor.
    public static let setup = [
        "Register the merchant's domain in the Google Pay & Wallet Console; a test page needs PaymentsClient's TEST "
            + "environment alone.",
        "Serve the page by https and without Cross-Origin-Opener-Policy: same-origin, which takes the popup's opener away.",
        "Call loadPaymentData in the click itself: after a wait for the network the window counts as unasked for.",
        "Offer more than CRYPTOGRAM_3DS among the allowed methods, since the web has no tokenised cards.",
        "Leave --user-agent at its default: the vendor shows no button to a browser that does not call itself Safari.",
        "Let in what stands around the sheet with --allow ORIGIN: a bank's 3-D Secure page, a payment provider's frame.",
        "Google may refuse to sign a customer in within an embedded browser; no setting of the host changes that.",
    ]
    /// The issuing bank's page of the sandbox, which the vendor has no origin for.
    public static let sandboxOrigins = [Origin.literal("https://acs.issuer.example")]

    /// What is asked of the host.
    public let declaration: IntegrationDeclaration
    /// Where the run starts.
    public let startURL: StartURL

    /// Checks the options.
    ///
    /// - Parameter options: what the user gave.
    /// - Throws: everything that is wrong, at once.
    public init(_ options: IntegrationOptions) throws(IntegrationProblems) {
        var problems: [IntegrationProblem] = []
        let parameters = ResolvedParameters(options, of: Self.self, problems: &problems)
        if let route = options.route { problems.append(.route(given: route, possible: ["none; write it into --url"])) }
        let url = parameters["url"] ?? ""
        if let name = Redaction.secretNamedParameter(inURL: url) {
            problems.append(.secretInURL(name: "--url", parameter: name))
        }
        guard problems.isEmpty, let origin = ParsedURL(url).origin else { throw IntegrationProblems(problems) }
        let merchant = OriginSet(OriginRule(exactly: origin))
        // The button may stand in a frame of a payment provider's that the user lets in; the window's opener is then it.
        let openers = merchant.adding(options.allow)
        startURL = StartURL(url)
        declaration = IntegrationDeclaration(
            handlers: [
                HandlerDeclaration(
                    Self.handler, form: .object, origins: openers, mainFrameOnly: false, limits: Self.limits,
                    world: Self.world)
            ],
            scripts: [
                ScriptDeclaration(
                    .resource("web_dist/bridge/googlepay-result.js"), in: Self.world, mainFrameOnly: false,
                    origins: openers, arguments: ["TRANSOM_RESULT_HANDLER": .string(Self.handler)])
            ],
            policy: PolicyDeclaration(
                inside: openers, frames: Self.frames, popups: Self.popups, outsideSchemes: ["mailto", "tel"],
                opensPublicWeb: true),
            popups: PopupDeclaration(
                .overlay, depth: 3, mayLeave: false,
                answer: PopupAnswer(
                    event: "googlepay.result", origins: OriginSet(Self.popups[0], Array(Self.popups.dropFirst())),
                    silence: ["code": .string(GooglePayResult.Code.canceled.rawValue)])))
    }

    /// Says what became of a payment.
    public func decode(_ message: GatedMessage) -> Decoding { GooglePayResult.decode(message.body) }

    /// The name of the handler, and of the world that it is in.
    private static let handler = "googlepay"
    private static let world = ScriptDeclaration.World.isolated("googlepay")

    /// A message holds one word and one number, and a payment takes seconds.
    private static let limits = ChannelLimits(textBytes: 256, depth: 2, keys: 8, rate: 5, burst: 20)

    /// The window's way: the loading page and the sheet, the sign-in, and what may stand between them.
    private static let popups: [OriginRule] = [
        .literal("https://pay.google.com"), .literal("https://accounts.google.com"),
        .literal("https://gds.google.com"),
    ]

    /// The hidden frame of the vendor's script in the merchant's page, and the sheet's frame in the window.
    private static let frames: [OriginRule] = [
        .literal("https://pay.google.com"), .literal("https://payments.google.com"),
    ]
}
