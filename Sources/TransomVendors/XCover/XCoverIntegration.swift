// The insurance journey of XCover, loaded by URL.
// SPDX-License-Identifier: Apache-2.0

public import TransomCore

/// The insurance journey of XCover (Cover Genius), loaded by URL.
///
/// <https://partner-docs.covergenius.com/home/xcover-journeys>. The journey speaks with its own window's `postMessage` and
/// knows nothing of WebKit, so a script that runs before it forwards its envelopes to
/// `webkit.messageHandlers.cgJourneyBridge`. What it says about a policy is a claim: the vendor notifies the partner's
/// server.
public struct XCoverIntegration: Integration {
    /// `xcover`.
    public static let name = "xcover"
    /// One line for lists.
    public static let summary = "XCover's insurance journey"
    /// The sandbox is the standard; the vendor publishes no origin for staging, so it is named.
    public static let environments: [RunEnvironment] = [.sandbox, .production, .custom]
    /// What the user may or must give.
    public static let parameters: [ParameterDeclaration] = [
        ParameterDeclaration(
            "partner", "partner's name in the journey's address", requiredIn: [.production, .custom],
            standard: "acme-travel"),
        ParameterDeclaration("language", "language of the journey", standard: "en"),
        ParameterDeclaration("country", "country code, ISO 3166-1 alpha-2"),
        ParameterDeclaration("booking_ref", "number of the booking, without the name it is made for"),
        ParameterDeclaration("product", "product agreed with the vendor"),
        ParameterDeclaration(
            "context", "further context agreed with the vendor, NAME=VALUE, nothing personal", isRepeatable: true),
        ParameterDeclaration(
            "documents", "where links to documents open", kind: .choice(["outside", "view"]), standard: "outside"),
        ParameterDeclaration(
            "documentOrigin", "origin whose documents documents=view shows, besides the journey's", kind: .origin,
            isRepeatable: true, isForRunOnly: true),
        ParameterDeclaration(
            "origin", "exact origin of the vendor's staging", kind: .origin, requiredIn: [.custom],
            isForRunOnly: true),
    ]
    /// None.
    public static let routes: [String] = []
    /// The kinds of events.
    public static let events: [EventDeclaration] = [
        EventDeclaration("xcover.CG_JOURNEY_READY", "the journey is ready and listens"),
        EventDeclaration(
            "xcover.CG_JOURNEY_COMPLETE", "the journey is done; a claim, told once for each policy",
            data: .object(["outcome": .string, "policy_id": .string], optional: ["outcome", "policy_id"])),
        EventDeclaration("xcover.CG_JOURNEY_HIDE", "the customer puts the journey away"),
        EventDeclaration(
            "xcover.unknown", "a message whose type is no plain word",
            data: .object(["type": .string, "payload": .object([:])])),
        EventDeclaration("xcover.*", "any other message of the journey, with its payload"),
    ]
    /// The flows that the sandbox can play.
    public static let plays: [PlayDeclaration] = [
        PlayDeclaration(
            "complete", "a cover is bought",
            events: ["xcover.CG_JOURNEY_READY", "xcover.CG_JOURNEY_COMPLETE"]),
        PlayDeclaration(
            "twice", "the journey is loaded again and says once more that it is done",
            events: ["xcover.CG_JOURNEY_READY", "xcover.CG_JOURNEY_COMPLETE", "transom.message.rejected"]),
        PlayDeclaration(
            "decline", "no cover is wanted", events: ["xcover.CG_JOURNEY_READY", "xcover.CG_JOURNEY_COMPLETE"]),
        PlayDeclaration(
            "hide", "the customer puts the journey away",
            events: ["xcover.CG_JOURNEY_READY", "xcover.CG_JOURNEY_HIDE"]),
        PlayDeclaration(
            "silent", "the journey never gets ready, and the start-up deadline passes",
            events: ["transom.page.failed"]),
    ]
    /// What is to be set up at the vendor.
    public static let setup = [
        "Agree with Cover Genius on your partner name, the languages and the context values, none of them personal.",
        "Agree on how your server is notified of a sold policy: that notification, and no event, confirms a policy.",
        "Send personal data from your server to Cover Genius's, never in the journey's URL.",
        "Ask for the staging origin, if you have one, and run it with --environment custom --param origin=https://….",
    ]
    /// None: the insurer's documents are not part of the journey.
    public static let sandboxOrigins: [Origin] = []

    /// The vendor's origin.
    static let vendor = Origin.literal("https://xcj.xcover.com")

    /// What is asked of the host.
    public let declaration: IntegrationDeclaration
    /// Where the run starts.
    public let startURL: StartURL

    /// Checks the options and builds the journey's URL.
    ///
    /// - Parameter options: what the user gave.
    /// - Throws: everything that is wrong, at once.
    public init(_ options: IntegrationOptions) throws(IntegrationProblems) {
        var problems: [IntegrationProblem] = []
        let parameters = ResolvedParameters(options, of: Self.self, problems: &problems)
        if let route = options.route { problems.append(.route(given: route, possible: ["none"])) }
        var origin = Self.vendor
        if options.environment == .custom {
            // Another scheme than https is a problem already: outside the tests' profile no rule names one.
            origin = parameters["origin"].flatMap { try? Origin($0) } ?? origin
        } else if parameters["origin"] != nil {
            problems.append(.parameterOfEnvironment(name: "origin", environment: .custom))
        }
        let journey = XCoverJourney(origin: origin, parameters: parameters, problems: &problems)
        guard problems.isEmpty else { throw IntegrationProblems(problems) }
        let own = OriginSet(OriginRule(exactly: origin))
        startURL = StartURL(journey.url)
        declaration = IntegrationDeclaration(
            handlers: [HandlerDeclaration("cgJourneyBridge", form: .object, origins: own)],
            scripts: [
                ScriptDeclaration(
                    .resource("web_dist/bridge/forwarder.js"), at: .documentStart, mainFrameOnly: true, origins: own,
                    arguments: [
                        "TRANSOM_FORWARD_SOURCE": .string(XCoverMessage.source),
                        "TRANSOM_FORWARD_HANDLER": "cgJourneyBridge",
                    ])
            ],
            policy: PolicyDeclaration(inside: own, outsideSchemes: ["mailto", "tel"], opensPublicWeb: true),
            popups: PopupDeclaration(.refused),
            readiness: ReadinessDeclaration(event: "xcover.CG_JOURNEY_READY"),
            outgoing: OutgoingChannel(
                source: XCoverMessage.source, targetOrigin: origin, readyEvent: "xcover.CG_JOURNEY_READY"),
            documents: parameters["documents"] == "view"
                ? DocumentsDeclaration(
                    origins: own.adding(
                        parameters.all("documentOrigin").compactMap { try? Origin($0) }.map {
                            OriginRule(exactly: $0)
                        })) : nil)
    }

    /// Says what a message of the journey means.
    public func decode(_ message: GatedMessage) -> Decoding { XCoverMessage.decode(message.body) }
}
