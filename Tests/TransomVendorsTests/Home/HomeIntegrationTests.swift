// The home page: what it may ask for, and what it may give.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import TransomVendors
import XCTest

final class HomeIntegrationTests: XCTestCase {
    private func decode(_ body: JSONValue) throws -> Decoding {
        let speaker = Speaker(origin: .literal("https://home.transom.invalid"), isMainFrame: true)
        return try HomeIntegration(IntegrationOptions()).decode(
            GatedMessage(handler: "transom", speaker: speaker, body: body))
    }

    private func problems(_ parameters: [String: [String]], _ integration: any Integration.Type) -> [String] {
        let run = IntegrationOptions(parameters: ["theme": ["dark"], "partner": ["acme"]])
        do throws(IntegrationProblems) {
            _ = try run.adding(pageParameters: parameters, of: integration)
            return []
        } catch {
            return error.all.map(\.message)
        }
    }

    // MARK: - Messages

    func testAGoodAMinimalAndAnExtendedOpening() throws {
        XCTAssertEqual(
            try decode([
                "command": "open", "integration": "xcover",
                "parameters": ["country": "NZ", "context": ["a=1", "b=2"]],
            ]),
            .command(
                .success(
                    .open(integration: "xcover", parameters: ["country": ["NZ"], "context": ["a=1", "b=2"]]))))
        XCTAssertEqual(
            try decode(["command": "open", "integration": "volley"]),
            .command(.success(.open(integration: "volley", parameters: [:]))))
        XCTAssertEqual(
            try decode(["command": "open", "integration": "volley", "id": "7", "timeout": 5]),
            .command(.success(.open(integration: "volley", parameters: [:]))))
        XCTAssertEqual(try decode(["command": "status"]), .command(.success(.status)))
    }

    func testMalformedCommandsAreNamed() throws {
        let cases: [(JSONValue, CommandError)] = [
            (["command": "open"], .missing(command: "open", field: "integration")),
            (["integration": "volley"], .notACommand),
            ([:], .notACommand),
            (
                ["command": "open", "integration": 1],
                .invalid(command: "open", field: "integration", expectation: "a string")
            ),
            (
                ["command": "open", "integration": "volley", "parameters": ["a": [1]]],
                .invalid(
                    command: "open", field: "parameters", expectation: "an object of strings or arrays of strings")
            ),
            (
                ["command": "open", "integration": "volley", "paramters": [:]],
                .unknownField(command: "open", field: "paramters", suggestion: "parameters")
            ),
        ]
        for (body, error) in cases { XCTAssertEqual(try decode(body), .command(.failure(error)), "\(body)") }
    }

    func testAPageMayAskForNothingElse() throws {
        for verb in Command.Verb.allCases where verb != .open && verb != .status {
            guard
                case .command(.failure) = try decode(["command": .string(verb.rawValue), "url": "https://x.example/"])
            else { return XCTFail(verb.rawValue) }
        }
    }

    // MARK: - Parameters

    func testAPageFillsInWhatTheRunHasLeftOpen() throws {
        let run = IntegrationOptions(parameters: ["partner": ["acme"]])
        let options = try run.adding(pageParameters: ["country": ["NZ"]], of: XCoverIntegration.self)
        XCTAssertEqual(options.parameters, ["partner": ["acme"], "country": ["NZ"]])
    }

    func testAPageGivesNoSecretNothingThatIsGivenAndNothingThatIsTheRuns() {
        XCTAssertEqual(
            problems(["token": ["x"], "appSecret": ["y"], "theme": ["light"]], HubbleIntegration.self),
            [
                "appSecret: this is a secret, which a page cannot give; the run gives it with --secret",
                "theme is given by the run, and a page cannot change it",
                "token: this is a secret, which a page cannot give; the run gives it with --secret",
            ])
        XCTAssertEqual(
            problems(["bankScheme": ["mybank"]], VolleyIntegration.self),
            ["bankScheme: a page cannot give this; the run gives it with --param"])
        XCTAssertEqual(
            problems(["dialogs": ["page"], "reach": ["https://x.example"]], UKeyIntegration.self),
            ["dialogs", "reach"].map { "\($0): a page cannot give this; the run gives it with --param" })
    }

    func testNothingThatNamesAFileOfTheMachineComesFromAPage() {
        for integration in HomeIntegration.sheets {
            for parameter in integration.parameters where ["--inject", "--assets"].contains(parameter.option) {
                XCTAssertTrue(parameter.isForRunOnly, "\(integration.name) \(parameter.name)")
            }
        }
    }

    // MARK: - The page itself

    func testThePackagedPageStandsAtAnOriginOfItsOwn() throws {
        let sandbox = try HomeIntegration(IntegrationOptions())
        XCTAssertEqual(sandbox.startURL.reveal(), "https://home.transom.invalid/")
        XCTAssertNil(sandbox.declaration.assets)
        let production = try HomeIntegration(IntegrationOptions(environment: .production))
        XCTAssertEqual(production.startURL.reveal(), "app://home/")
        XCTAssertEqual(production.declaration.assets?.source, .resources("web_dist/home/page"))
        XCTAssertEqual(production.declaration.handlers.map(\.origins.description), ["app://home"])
        let own = try HomeIntegration(IntegrationOptions(parameters: ["url": ["https://till.example/start"]]))
        XCTAssertEqual(own.declaration.policy.inside.description, "https://till.example")
        let folder = try HomeIntegration(
            IntegrationOptions(parameters: ["url": ["app://home/"], "assets": ["/srv/till"]]))
        XCTAssertEqual(folder.declaration.assets?.source, .folder("/srv/till"))
        XCTAssertThrowsError(
            try HomeIntegration(IntegrationOptions(parameters: ["url": ["https://a.example/"], "assets": ["/srv"]])))
        XCTAssertThrowsError(try HomeIntegration(IntegrationOptions(parameters: ["url": ["app://home/"]])))
    }

    func testOnlyTheMainFrameOfItsOwnOriginIsHeardAndGetsAnAnswer() throws {
        let handler = try XCTUnwrap(HomeIntegration(IntegrationOptions()).declaration.handlers.first)
        XCTAssertEqual(handler.name, "transom")
        XCTAssertTrue(handler.isAnswered)
        XCTAssertTrue(handler.mainFrameOnly)
    }
}
