// Options, problems and what integrations declare.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import XCTest

final class IntegrationTests: XCTestCase {
    /// An integration with every kind of parameter.
    private struct Sample: Integration {
        static let name = "sample"
        static let summary = "for tests"
        static let environments: [RunEnvironment] = [.sandbox, .production]
        static let parameters = [
            ParameterDeclaration("id", "", requiredIn: [.production], standard: "none"),
            ParameterDeclaration("secret", "", requiredIn: [.production], isSecret: true),
            ParameterDeclaration("theme", "", kind: .choice(["light", "dark"]), standard: "light"),
            ParameterDeclaration("amount", "", kind: .number),
            ParameterDeclaration("flag", "", kind: .boolean),
            ParameterDeclaration("origin", "", kind: .origin),
            ParameterDeclaration("page", "", kind: .url),
            ParameterDeclaration("list", "", isRepeatable: true),
        ]
        static let routes: [String] = []
        static let events: [EventDeclaration] = []
        static let plays: [PlayDeclaration] = []
        static let setup: [String] = []
        static let sandboxOrigins: [Origin] = []
        let declaration: IntegrationDeclaration
        let startURL = StartURL("https://shop.example/")

        init(_ options: IntegrationOptions) throws(IntegrationProblems) {
            let origins = OriginSet(.literal("https://shop.example"))
            declaration = IntegrationDeclaration(
                handlers: [HandlerDeclaration("h", form: .text, origins: origins)],
                policy: PolicyDeclaration(inside: origins, frames: [.literal("https://frame.example")]))
        }

        func decode(_ message: GatedMessage) -> Decoding { .rejected(.unknownType) }
    }

    private func resolve(_ options: IntegrationOptions) -> (ResolvedParameters, [IntegrationProblem]) {
        var problems: [IntegrationProblem] = []
        let parameters = ResolvedParameters(options, of: Sample.self, problems: &problems)
        return (parameters, problems)
    }

    func testWhatIsLeftOutHasItsStandardUnlessItIsRequired() {
        let (parameters, problems) = resolve(IntegrationOptions())
        XCTAssertEqual(problems, [])
        XCTAssertEqual(parameters["id"], "none")
        XCTAssertEqual(parameters["theme"], "light")
        XCTAssertNil(parameters["amount"])
        let (_, missing) = resolve(IntegrationOptions(environment: .production))
        XCTAssertEqual(
            missing,
            [
                .missing(name: "id", environment: .production, hint: "--param id=…"),
                .missing(name: "secret", environment: .production, hint: "--secret secret=env:NAME"),
            ])
    }

    func testEverythingThatIsWrongIsToldAtOnce() {
        let (_, problems) = resolve(
            IntegrationOptions(
                environment: .development,
                parameters: [
                    "secret": ["CANARY-7f3a"], "theme": ["Dark"], "amount": ["-1"], "flag": ["yes"], "them": ["x"],
                    "origin": ["https://shop.example/"], "page": ["https://u:CANARY-7f3a@shop.example/?CANARY-7f3a"],
                    "id": ["a", "b"], "list": ["a", "b"],
                ], secrets: ["id": SecretValue("CANARY-7f3a"), "sekret": SecretValue("CANARY-7f3a")]))
        XCTAssertEqual(
            IntegrationProblems(problems).lines(integration: "sample"),
            [
                "transom: run sample: environment development is not one of sandbox, production",
                "transom: run sample: --secret id: this is no secret; write --param id=…",
                "transom: run sample: id is given twice; once is possible",
                "transom: run: --param secret: this is a secret, and other users can read a command line; "
                    + "write --secret secret=env:NAME or file:PATH",
                "transom: run sample: theme \"Dark\" is not light or dark",
                "transom: run sample: amount \"-1\" is not a number such as 500 or 99.5",
                "transom: run sample: flag \"yes\" is not true or false",
                "transom: run sample: origin \"https://shop.example/\" is not an origin such as https://shop.example",
                "transom: run sample: page \"https://shop.example/\" is not a URL such as https://shop.example/start",
                "transom: run sample: --param \"them\": there is no such parameter; did you mean theme? "
                    + "(possible: id, theme, amount, flag, origin, page, list)",
                "transom: run sample: --secret \"sekret\": there is no such secret; did you mean secret?",
            ])
    }

    func testParametersAreHeldToTheirKinds() {
        let cases: [(ParameterKind, [String], [String])] = [
            (.text(maximumBytes: 5), ["a", "ä b", "12345"], ["", "123456", "a\nb", "a\0", "\u{1B}[2J"]),
            (.boolean, ["true", "false"], ["", "TRUE", "1", "yes"]),
            (.number, ["0", "500", "99.50"], ["", "-1", "+1", "1e3", ".5", "5.", "1.2.3", "١", "NaN", "0x1"]),
            (.choice(["a", "b"]), ["a", "b"], ["", "A", "c"]),
            (.origin, ["https://shop.example"], ["", "shop.example", "http://shop.example", "https://127.0.0.1"]),
            (
                .url, ["https://shop.example", "https://shop.example/a?b=c#d"],
                [
                    "", "/a", "http://shop.example/", "javascript:1", "https://u@shop.example/",
                    "https://shop.example/a b",
                ]
            ),
        ]
        for (kind, possible, impossible) in cases {
            for value in possible { XCTAssertTrue(kind.accepts(value), "\(kind) \(value)") }
            for value in impossible { XCTAssertFalse(kind.accepts(value), "\(kind) \(value.debugDescription)") }
        }
        XCTAssertTrue(ParameterKind.url.accepts("http://127.0.0.1:8080/a", profile: .test))
        XCTAssertFalse(ParameterKind.url.accepts("http://127.0.0.1:8080/a"))
        XCTAssertEqual(IntegrationOptions(environment: .development).profile, .test)
        XCTAssertEqual(IntegrationOptions(environment: .production).profile, .production)
    }

    func testThePolicyOfARunIsTheDeclaredOneAndWhatTheUserAllows() throws {
        let declared = try Sample(IntegrationOptions()).declaration.policy
        let policy = declared.navigationPolicy(allow: [
            .literal("https://more.example"), .literal("https://shop.example"),
        ])
        XCTAssertEqual(policy.allow.map(\.description), ["https://shop.example", "https://more.example"])
        XCTAssertEqual(
            policy.frames?.map(\.description),
            ["https://shop.example", "https://more.example", "https://frame.example"])
        XCTAssertFalse(policy.opensPublicWebOutside)
        let outcome = { (url: String, from: NavigationTarget) in
            policy.decide(NavigationRequest(url: url, from: from, spelling: .canonical)).outcome
        }
        XCTAssertEqual(outcome("https://shop.example/a", .main), .inside)
        XCTAssertEqual(outcome("https://frame.example/", .iframe), .inside)
        XCTAssertEqual(outcome("https://frame.example/", .main), .blocked)
    }

    func testTheNearestNameIsSuggestedAndNoFarOne() {
        let names = ["hubble", "googlepay", "xcover", "volley", "ukey", "page"]
        let cases: [(String, String?)] = [
            ("hubbel", "hubble"), ("huble", "hubble"), ("Hubble", "hubble"), ("hubblee", "hubble"),
            ("google", "googlepay"),
            ("gogglepay", "googlepay"), ("vollye", "volley"), ("paeg", "page"), ("stripe", nil), ("", nil),
            (String(repeating: "hubble", count: 20), nil),
        ]
        for (given, name) in cases { XCTAssertEqual(NearestName.suggestion(for: given, in: names), name, given) }
    }

    func testASchemaNamesWhatDoesNotFit() {
        let schema = JSONSchema.members(
            ["amount": .number, "code": .oneOf(["ok", "failed"]), "list": .array(.string), "more": .any],
            optional: ["list", "more"], isOpen: false)
        XCTAssertEqual(schema.mismatches(in: ["amount": 5, "code": "ok", "list": ["a"], "more": nil]), [])
        XCTAssertEqual(
            schema.mismatches(in: ["code": "no", "list": ["a", 1], "x": true]),
            [
                "data.amount is missing", "data.code is \"no\", not one of ok, failed",
                "data.list[1] is of kind integer, not string", "data.x is not known",
            ])
        XCTAssertEqual(schema.mismatches(in: []), ["data is of kind array, not object"])
        XCTAssertEqual(JSONSchema.number.mismatches(in: true), ["data is of kind boolean, not number"])
        XCTAssertEqual(
            JSONText.encode(schema.json),
            #"{"additionalProperties":false,"properties":{"amount":{"type":"number"},"code":{"enum":["ok","failed"],"#
                + #""type":"string"},"list":{"items":{"type":"string"},"type":"array"},"more":{}},"#
                + #""required":["amount","code"],"type":"object"}"#)
    }
}
