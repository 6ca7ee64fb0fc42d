// Any page with any handlers, for which there is no vendor's folder.
// SPDX-License-Identifier: Apache-2.0

public import TransomCore

/// Any page with any handlers, for which there is no vendor's folder.
///
/// Each message on a handler becomes `page.<handler>` with the body as its data. The handlers are for the URL's own origin:
/// an origin that is let in with `--allow` may be navigated to and gets no handler, because a list of where a customer
/// may go is not a list of who may speak to the host.
public struct PageIntegration: Integration {
    /// `page`.
    public static let name = "page"
    /// One line for lists.
    public static let summary = "any page, with handlers of your own"
    /// Development is the standard: the page is somebody's own and comes from the network.
    public static let environments: [RunEnvironment] = [.development, .sandbox, .production]
    /// What the user may or must give.
    public static let parameters: [ParameterDeclaration] = [
        ParameterDeclaration(
            "url", "the page", kind: .url, requiredIn: Set(RunEnvironment.allCases), option: "--url"),
        ParameterDeclaration(
            "assets", "a folder that is packaged as the page, at app://page/", kind: .text(maximumBytes: 4_096),
            isForRunOnly: true, option: "--assets"),
        ParameterDeclaration(
            "handler", "a handler, NAME[:text|object]; text and objects are both taken where neither is said",
            isRepeatable: true, isForRunOnly: true, option: "--handler"),
        ParameterDeclaration(
            "inject", "a file with a script for the start of the page's documents",
            kind: .text(maximumBytes: 4_096), isRepeatable: true, isForRunOnly: true, option: "--inject"),
        ParameterDeclaration(
            "forward", "window.postMessage of SOURCE to a handler, SOURCE:HANDLER", isRepeatable: true,
            isForRunOnly: true, option: "--forward"),
    ]
    /// None.
    public static let routes: [String] = []
    /// One kind for all handlers.
    public static let events = [
        EventDeclaration("page.*", "a message on the handler of that name; the data are its body", data: .any)
    ]
    /// None.
    public static let plays: [PlayDeclaration] = []
    /// Nothing.
    public static let setup: [String] = []
    /// None: what is served is the user's own.
    public static let sandboxOrigins: [Origin] = []

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
        var handlers: [PageHandler] = []
        for text in parameters.all("handler") where !text.isEmpty {
            guard let handler = PageHandler(text) else {
                problems.append(.invalid(name: "--handler", given: text, expectation: PageHandler.expectation))
                continue
            }
            handlers.append(handler)
        }
        for name in Set(handlers.map(\.name)).sorted() {
            let count = handlers.count { $0.name == name }
            if count > 1 { problems.append(.repeated(name: "--handler \(name)", count: count)) }
        }
        var forwards: [PageForward] = []
        for text in parameters.all("forward") where !text.isEmpty {
            guard let forward = PageForward(text), handlers.contains(where: { $0.name == forward.handler }) else {
                problems.append(.invalid(name: "--forward", given: text, expectation: PageForward.expectation))
                continue
            }
            forwards.append(forward)
        }
        let assets = parameters["assets"].map { AssetsDeclaration(host: "page", source: .folder($0)) }
        let isPackaged = ParsedURL(url).scheme == AssetsDeclaration.scheme
        if let assets, ParsedURL(url).origin != assets.origin {
            let expectation = "an address below \(assets.startURL), where --assets is"
            problems.append(.invalid(name: "--url", given: Redaction.url(url), expectation: expectation))
        } else if assets == nil, isPackaged {
            problems.append(
                .invalid(name: "--url", given: Redaction.url(url), expectation: "possible without --assets DIR"))
        }
        guard problems.isEmpty, let origin = ParsedURL(url).origin else { throw IntegrationProblems(problems) }
        let own = OriginSet(OriginRule(exactly: origin))
        startURL = StartURL(url)
        declaration = IntegrationDeclaration(
            handlers: handlers.map { HandlerDeclaration($0.name, form: $0.form, origins: own) },
            scripts: forwards.map { $0.script(origins: own) }
                + parameters.all("inject").map { ScriptDeclaration(.file($0), origins: own) },
            policy: PolicyDeclaration(
                inside: own.adding(options.allow), outsideSchemes: ["mailto", "tel"], opensPublicWeb: true),
            popups: PopupDeclaration(.overlay, depth: 3), assets: assets)
    }

    /// Makes the event of a message.
    public func decode(_ message: GatedMessage) -> Decoding {
        .event(EventDraft("page." + message.handler, message.body), reactions: [])
    }
}
