// A payment page of Volley, loaded by URL.
// SPDX-License-Identifier: Apache-2.0

public import TransomCore

/// A payment page of Volley, pay-by-bank in New Zealand, loaded by URL: <https://developers.volley.nz>.
///
/// The page posts objects to `webkit.messageHandlers.volleyWebview`. It sends the customer to a bank, outside, and asks
/// its server what came of it; nothing is sent to the page, and a return from the bank only brings the window back.
public struct VolleyIntegration: Integration {
    /// `volley`.
    public static let name = "volley"
    /// One line for lists.
    public static let summary = "Volley's pay-by-bank page"
    /// The sandbox is the standard; the vendor has a test mode on the request itself and no other installation.
    public static let environments: [RunEnvironment] = [.sandbox, .production]
    /// What the user may or must give.
    public static let parameters: [ParameterDeclaration] = [
        ParameterDeclaration(
            "requestURL", "url of the payment request, https://app.volley.nz/pay/…", kind: .text(maximumBytes: 2_048),
            requiredIn: [.production]),
        ParameterDeclaration("requestId", "id of the payment request, instead of its url"),
        ParameterDeclaration(
            "expiresAfter", "seconds until the request expires, from its opening", kind: .number),
        ParameterDeclaration(
            "bankScheme", "scheme of a bank's app that may be opened besides https", isRepeatable: true,
            isForRunOnly: true),
    ]
    /// None.
    public static let routes: [String] = []
    /// The kinds of events.
    public static let events: [EventDeclaration] = [
        EventDeclaration(
            "volley.redirect", "the customer goes to the bank; shown without path and query",
            data: .members(["url": .string], optional: [], isOpen: false)),
        EventDeclaration(
            "volley.complete", "the payment page is done; a claim, told once unless malformed",
            data: .members(
                ["status": .string, "bank": .string, "paymentId": .string, "malformed": .boolean],
                optional: ["status", "bank", "paymentId", "malformed"], isOpen: false)),
    ]
    /// The flows that the sandbox can play.
    public static let plays: [PlayDeclaration] = [
        PlayDeclaration(
            "approve", "the payment is approved at the bank", events: ["volley.redirect", "volley.complete"]),
        PlayDeclaration(
            "decline", "the payment is declined at the bank", events: ["volley.redirect", "volley.complete"]),
        PlayDeclaration(
            "decoupled", "the payment is approved on the customer's phone, and nothing is opened",
            events: ["volley.complete"]),
        PlayDeclaration(
            "expire", "nobody pays in time", events: ["volley.redirect", "transom.page.failed"],
            parameters: ["expiresAfter": "4"]),
        PlayDeclaration("close", "the customer leaves before paying", events: ["transom.session.ended"]),
    ]
    /// What is to be set up at the vendor.
    public static let setup = [
        "Have your server create each payment request (POST https://api.volley.nz/v1/requests) and pass on its url.",
        "Set a success URL and a failure URL on every request: without both the bank does not lead the customer back.",
        "List the domain or the custom scheme of both URLs in the redirect allow-list of Volley's dashboard.",
        "For a custom scheme, run with --return-scheme SCHEME; a return brings the window back and proves nothing.",
        "Confirm every payment on your server by the request's id: no event confirms one.",
    ]
    /// None: the bank is opened outside, in the sandbox too.
    public static let sandboxOrigins: [Origin] = []

    /// What is asked of the host.
    public let declaration: IntegrationDeclaration
    /// Where the run starts.
    public let startURL: StartURL

    private let messages: VolleyMessage

    /// Checks the options and finds the request.
    ///
    /// - Parameter options: what the user gave.
    /// - Throws: everything that is wrong, at once.
    public init(_ options: IntegrationOptions) throws(IntegrationProblems) {
        var problems: [IntegrationProblem] = []
        let parameters = ResolvedParameters(options, of: Self.self, problems: &problems)
        if let route = options.route { problems.append(.route(given: route, possible: ["none"])) }
        let request = Self.request(parameters, options, &problems)
        var schemes: [String] = []
        for scheme in parameters.all("bankScheme") {
            if Self.isBankScheme(scheme) {
                schemes.append(scheme)
            } else {
                problems.append(
                    .invalid(
                        name: "bankScheme", given: scheme,
                        expectation: "the scheme of an app, in small letters and without a colon, such as mybank"))
            }
        }
        let expiresAfter = parameters["expiresAfter"].flatMap(Double.init)
        if let expiresAfter, expiresAfter >= 0, !(1...86_400).contains(expiresAfter) {
            problems.append(
                .invalid(
                    name: "expiresAfter", given: parameters["expiresAfter"] ?? "",
                    expectation: "seconds from 1 to 86400"))
        }
        guard problems.isEmpty, let request else { throw IntegrationProblems(problems) }
        let own = OriginSet(OriginRule(exactly: VolleyRequest.origin))
        messages = VolleyMessage(request: request, bankSchemes: schemes)
        startURL = StartURL(request.url)
        declaration = IntegrationDeclaration(
            handlers: [HandlerDeclaration("volleyWebview", form: .object, origins: own)],
            policy: PolicyDeclaration(
                inside: own, outsideSchemes: schemes + ["mailto", "tel"], opensPublicWeb: true),
            popups: PopupDeclaration(.refused), expiresAfter: expiresAfter.map { .milliseconds(Int($0 * 1000)) },
            closesWhenComplete: true, bearers: [request.id])
    }

    /// Says what a message of the page means.
    public func decode(_ message: GatedMessage) -> Decoding { messages.decode(message) }

    /// The request that the parameters name; in the sandbox there is one without them.
    private static func request(
        _ parameters: ResolvedParameters, _ options: IntegrationOptions, _ problems: inout [IntegrationProblem]
    ) -> VolleyRequest? {
        if parameters["requestId"] != nil {
            problems.removeAll { if case .missing("requestURL", _, _) = $0 { true } else { false } }
        }
        var byURL: VolleyRequest?
        if let text = parameters["requestURL"] {
            byURL = VolleyRequest(url: text)
            if byURL == nil {
                problems.append(
                    .invalid(
                        name: "requestURL", given: Redaction.url(text), expectation: VolleyRequest.urlExpectation))
            }
            if let name = Redaction.secretNamedParameter(inURL: text) {
                problems.append(.secretInURL(name: "requestURL", parameter: name))
            }
        }
        var byID: VolleyRequest?
        if let text = parameters["requestId"] {
            byID = VolleyRequest(id: text)
            if byID == nil {
                problems.append(
                    .invalid(name: "requestId", given: text, expectation: VolleyRequest.idExpectation))
            }
        }
        if let byURL, let byID, byURL.id != byID.id { problems.append(.contradiction("requestURL", "requestId")) }
        if parameters["requestURL"] == nil, parameters["requestId"] == nil, options.environment == .sandbox {
            return VolleyRequest(id: "Fq7TransomSandbox")
        }
        return byURL ?? byID
    }

    /// Whether a scheme can be a bank app's: a word of its own that no program of the machine or of the web has.
    private static func isBankScheme(_ scheme: String) -> Bool {
        let isWord =
            (2...32).contains(scheme.utf8.count)
            && scheme.utf8.enumerated().allSatisfy { index, byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || index > 0
                        && ((UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.".utf8.contains(byte))
            }
        let taken: Set<String> = [
            "about", "app", "blob", "chrome", "data", "file", "ftp", "http", "https", "javascript", "ldap", "mailto",
            "sftp",
            "smb", "ssh", "tel", "telnet", "vbscript", "view-source", "vnc", "rdp", "ws", "wss",
        ]
        return isWord && !taken.contains(scheme)
    }
}
