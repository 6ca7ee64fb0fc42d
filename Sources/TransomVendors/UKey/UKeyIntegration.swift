// UKey's hardware wallet, spoken to by a packaged page over Bluetooth.
// SPDX-License-Identifier: Apache-2.0

public import TransomCore

/// UKey's hardware wallet: a packaged page speaks to the device over Bluetooth LE through the callback bridge.
///
/// <https://developer.ukey.com/reference/concepts/transport-plugin>. The page is the demo that comes with the host, or a build
/// with the vendor's SDK. Nothing of what passes between page and device is told: events have outcomes and no bytes.
public struct UKeyIntegration: Integration {
    /// `ukey`.
    public static let name = "ukey"
    /// One line for lists.
    public static let summary = "UKey's hardware wallet, over Bluetooth"
    /// The sandbox, with a simulated wallet, is the standard; production uses the machine's Bluetooth.
    public static let environments: [RunEnvironment] = [.sandbox, .production]
    /// What the user may or must give.
    public static let parameters: [ParameterDeclaration] = [
        ParameterDeclaration(
            "scanSeconds", "seconds that a search for wallets takes, 1 to 30", kind: .number, standard: "3"),
        ParameterDeclaration(
            "assets", "a folder with a page of your own, at app://ukey/", kind: .text(maximumBytes: 4_096),
            isForRunOnly: true, option: "--assets"),
        ParameterDeclaration(
            "reach", "an origin that the page may fetch from", kind: .origin, isRepeatable: true,
            isForRunOnly: true),
        ParameterDeclaration(
            "dialogs", "who asks for PIN, passphrase and confirmation", kind: .choice(["native", "page"]),
            standard: "native", isForRunOnly: true),
    ]
    /// None.
    public static let routes: [String] = []
    /// The kinds of events.
    public static let events: [EventDeclaration] =
        UKeyCall.allCases.map { call in
            EventDeclaration(
                "ukey.\(call.rawValue)", call.summary,
                data: .members(
                    ["outcome": .oneOf(call.outcomes), "code": .string, "count": .integer],
                    optional: ["code", "count"], isOpen: false))
        } + [
            EventDeclaration(
                "ukey.device", "a wallet is connected; changed where it is another one than before",
                data: .members(["device": .string, "changed": .boolean], optional: [], isOpen: false))
        ]
    /// The flows that the sandbox can play.
    public static let plays: [PlayDeclaration] = [
        play("features", "the wallet is found and tells what it is"),
        play("pin", "the PIN is entered on the host's blind keypad", asks: "requestPinInput"),
        play("device-pin", "the PIN is entered on the wallet", asks: "requestPinInput"),
        play("button", "a confirmation is given", asks: "requestButtonConfirmation"),
        play("passphrase", "a hidden wallet is opened with a passphrase", asks: "requestPassphraseInput"),
        play("cancel", "the PIN is not given", asks: "requestPinInput"),
        PlayDeclaration(
            "drop", "the wallet goes away, is found again and answers",
            events: [
                "ukey.enumerate", "ukey.connect", "ukey.device", "ukey.send", "ukey.disconnect", "ukey.enumerate",
                "ukey.connect", "ukey.device", "ukey.send", "ukey.disconnect",
            ], parameters: ["scanSeconds": "1"]),
    ]
    /// What is to be set up at the vendor.
    public static let setup = [
        "Build the page with the vendor's SDK (env 'lowlevel') and run it with --assets DIR.",
        "Pair each wallet once on the machine that it is used with.",
        "Have users check what the wallet itself shows: no dialog of the host or of the page proves anything.",
    ]
    /// None: the page is packaged.
    public static let sandboxOrigins: [Origin] = []

    private static func play(_ name: String, _ summary: String, asks: String? = nil) -> PlayDeclaration {
        let question = asks.map { ["ukey.\($0)", "ukey.send"] } ?? []
        return PlayDeclaration(
            name, summary,
            events: ["ukey.enumerate", "ukey.connect", "ukey.device", "ukey.send"] + question + ["ukey.disconnect"],
            parameters: ["scanSeconds": "1"])
    }

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
        if let route = options.route { problems.append(.route(given: route, possible: ["none"])) }
        let seconds = parameters["scanSeconds"].flatMap(Double.init) ?? 3
        if !(1...30).contains(seconds) {
            problems.append(
                .invalid(
                    name: "scanSeconds", given: parameters["scanSeconds"] ?? "", expectation: "seconds from 1 to 30"))
        }
        guard problems.isEmpty else { throw IntegrationProblems(problems) }
        let folder = parameters["assets"]
        let reached = parameters.all("reach").compactMap { try? OriginRule($0, profile: options.profile) }
        // A build with the vendor's SDK may write styles and hold WebAssembly; the page of the host's own does neither.
        let assets = AssetsDeclaration(
            host: "ukey", source: folder.map { .folder($0) } ?? .resources("web_dist/ukey"),
            policy: AssetPolicy(
                connections: reached, allowsInlineStyles: folder != nil, allowsWebAssembly: folder != nil))
        let own = OriginSet(OriginRule(exactly: assets.origin))
        startURL = assets.startURL
        declaration = IntegrationDeclaration(
            handlers: UKeyCall.allCases.map { call in
                HandlerDeclaration(call.rawValue, form: .any, origins: own, carrier: .capability("wallet"))
            },
            policy: PolicyDeclaration(inside: own),
            capabilities: [
                Capability(
                    "wallet",
                    settings: [
                        "service": "00000001-0000-1000-8000-00805F9B34FB",
                        "write": "00000002-0000-1000-8000-00805F9B34FB",
                        "notify": "00000003-0000-1000-8000-00805F9B34FB",
                        "scanMilliseconds": .integer(Int64(seconds * 1000)),
                        "dialogs": .string(parameters["dialogs"] ?? "native"),
                        "deviceEvent": "ukey.device", "lostEvent": "ukey.disconnect",
                    ])
            ], assets: assets)
    }

    /// Says what a call of the page means; the host adds its outcome.
    public func decode(_ message: GatedMessage) -> Decoding {
        guard let call = UKeyCall(rawValue: message.handler) else { return .rejected(.handler) }
        if let reason = call.fault(of: message.body) { return .rejected(reason) }
        return .event(EventDraft("ukey.\(call.rawValue)"), reactions: [])
    }
}
