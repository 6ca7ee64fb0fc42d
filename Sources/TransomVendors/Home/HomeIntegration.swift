// A home page, which opens the other integrations as sheets.
// SPDX-License-Identifier: Apache-2.0

public import TransomCore

/// A home page, such as a till's or a start page, which opens the other integrations as sheets over itself.
///
/// The page posts a command to `webkit.messageHandlers.transom` and gets a promise:
/// `{command: "open", integration: "volley", parameters: {requestURL: "…"}}` resolves once, when the sheet is closed, with
/// `{outcome: "completed", data}`, `{outcome: "closed"}`, `{outcome: "failed", reason}` or `{outcome: "expired"}`;
/// `{command: "status"}` resolves with what can be opened. A command that is none rejects. Nothing else is heard, and only
/// the main frame of the page's own origin is.
public struct HomeIntegration: Integration {
    /// `home`.
    public static let name = "home"
    /// One line for lists.
    public static let summary = "a home page that opens the others as sheets"
    /// The sandbox is the standard.
    public static let environments: [RunEnvironment] = [.sandbox, .development, .production]
    /// The page; the host has one of its own.
    public static let parameters: [ParameterDeclaration] = [
        ParameterDeclaration(
            "url", "the home page; the one that comes with the host where none is given", kind: .url, option: "--url"),
        ParameterDeclaration(
            "assets", "a folder that is packaged as the page, at app://home/", kind: .text(maximumBytes: 4_096),
            isForRunOnly: true, option: "--assets"),
    ]
    /// None.
    public static let routes: [String] = []
    /// None of its own: what happens in a sheet is told by the integration that is opened in it.
    public static let events: [EventDeclaration] = []
    /// The flows that the sandbox can play.
    public static let plays: [PlayDeclaration] = [
        PlayDeclaration(
            "sheets", "the page opens a payment, which is approved, and an insurance journey, which is put away",
            events: [
                "transom.sheet.opened", "volley.complete", "transom.sheet.closed", "transom.sheet.opened",
                "xcover.CG_JOURNEY_HIDE", "transom.sheet.closed",
            ], sheets: ["volley": "approve", "xcover": "hide"])
    ]
    /// What is to be set up.
    public static let setup = [
        "Give each integration what it needs by its name: --param hubble.clientId=… --secret hubble.appSecret=env:NAME.",
        "Serve your page by https, and let nobody else's scripts in: whoever runs in it can open what it can open.",
        "Let your server create what a sheet is to pay, and let it ask the vendor whether it was: an answer is a claim.",
    ]
    /// None.
    public static let sandboxOrigins: [Origin] = []
    /// The vendors', and any page.
    public static var sheets: [any Integration.Type] { IntegrationRegistry.vendors + [PageIntegration.self] }

    /// Where the sandbox serves the page that comes with the host, so that its plays can act on it.
    static let sandboxed = Origin.literal("https://home.transom.invalid")

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
        var assets = parameters["assets"].map { AssetsDeclaration(host: "home", source: .folder($0)) }
        if assets == nil, parameters["url"] == nil, options.environment != .sandbox {
            assets = AssetsDeclaration(host: "home", source: .resources("web_dist/home/page"))
        }
        let url = parameters["url"] ?? assets?.startURL.reveal() ?? Self.sandboxed.description + "/"
        if let assets, ParsedURL(url).origin != assets.origin {
            let expectation = "an address below \(assets.startURL), where --assets is"
            problems.append(.invalid(name: "--url", given: Redaction.url(url), expectation: expectation))
        } else if assets == nil, ParsedURL(url).scheme == AssetsDeclaration.scheme {
            problems.append(
                .invalid(name: "--url", given: Redaction.url(url), expectation: "possible without --assets DIR"))
        }
        if let name = Redaction.secretNamedParameter(inURL: url) {
            problems.append(.secretInURL(name: "--url", parameter: name))
        }
        guard problems.isEmpty, let origin = ParsedURL(url).origin else { throw IntegrationProblems(problems) }
        let own = OriginSet(OriginRule(exactly: origin))
        startURL = StartURL(url)
        declaration = IntegrationDeclaration(
            handlers: [HandlerDeclaration("transom", form: .object, origins: own, isAnswered: true)],
            policy: PolicyDeclaration(inside: own, outsideSchemes: ["mailto", "tel"], opensPublicWeb: true),
            assets: assets)
    }

    /// Reads the command; a page may open, and ask what it can open.
    public func decode(_ message: GatedMessage) -> Decoding {
        do throws(CommandError) {
            let command = try CommandRequest(message.body).command
            switch command {
            case .open, .status: return .command(.success(command))
            default:
                throw .unknownCommand(given: command.verb.rawValue, suggestion: Command.Verb.open.rawValue)
            }
        } catch {
            return .command(.failure(error))
        }
    }
}
