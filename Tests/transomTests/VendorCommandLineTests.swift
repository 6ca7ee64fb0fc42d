// The command line with the vendors that ship.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import TransomShell
import TransomVendors
import XCTest

@testable import transom

/// The command line with the vendors that ship: what a script that names them can rely on.
final class VendorCommandLineTests: XCTestCase {
    private let reader = HostConfigurationReader(registry: IntegrationRegistry.all, hostName: "kiosk-7")

    private func read(_ arguments: String...) throws -> HostConfiguration {
        guard case .command(let parsed) = try ArgumentParser().parse(["run"] + arguments) else {
            throw UsageError.noCommand
        }
        return try reader.read(parsed)
    }

    private func lines(_ arguments: String...) throws -> [String] {
        guard case .command(let parsed) = try ArgumentParser().parse(["run"] + arguments) else {
            throw UsageError.noCommand
        }
        do throws(RunOptionsError) {
            _ = try reader.read(parsed)
            return []
        } catch {
            return error.lines()
        }
    }

    func testAHomePageIsGivenWhatEachOfItsSheetsNeedsByTheIntegrationsName() throws {
        let options = try read(
            "home", "--environment", "production", "--url", "https://till.example/",
            "--param", "hubble.clientId=acme", "--secret", "hubble.appSecret=file:/run/secret",
            "--param", "xcover.context=a=1", "--param", "xcover.context=b=2", "--allow", "https://bank.example",
            "--excursion", "https://api.razorpay.com")
        XCTAssertEqual(options.options.parameters, ["url": ["https://till.example/"]])
        XCTAssertEqual(options.sheets["hubble"]?.options.parameters, ["clientId": ["acme"]])
        XCTAssertEqual(options.sheets["hubble"]?.options.environment, .production)
        XCTAssertEqual(options.sheets["hubble"]?.secrets, ["appSecret": .file("/run/secret")])
        XCTAssertEqual(options.sheets["xcover"]?.options.parameters, ["context": ["a=1", "b=2"]])
        XCTAssertEqual(options.sheets["xcover"]?.options.allow.map(\.description), ["https://bank.example"])
        XCTAssertEqual(options.sheets["hubble"]?.options.excursions.map(\.description), ["https://api.razorpay.com"])
        XCTAssertEqual([options.width, options.height], [1280, 800])
        let folder = try read("home", "--assets", "/srv/till")
        XCTAssertEqual(folder.options.parameters["url"], ["app://home/"])
    }

    func testWhatASheetIsGivenWronglyIsToldAtOnce() throws {
        XCTAssertEqual(
            try lines("home", "--param", "hubble.colour=red", "--param", "hubble.theme=blue"),
            [
                "transom: run home: hubble: theme \"blue\" is not light or dark",
                "transom: run home: hubble: --param \"colour\": there is no such parameter (possible: "
                    + HubbleIntegration.parameters.filter { !$0.isSecret }.map(\.name).joined(separator: ", ") + ")",
            ])
        XCTAssertEqual(
            try lines("home", "--param", "hubble.appSecret=hunter2hunter2"),
            [
                "transom: run: --param hubble.appSecret: this is a secret, and other users can read a command line; "
                    + "write --secret hubble.appSecret=env:NAME or file:PATH"
            ])
        XCTAssertEqual(
            try lines("home", "--param", "hubbel.clientId=acme"),
            [
                "transom: run home: --param \"hubbel.clientId\": there is no such parameter "
                    + "(possible: --url, --assets)"
            ])
        // What is missing the page may give.
        XCTAssertEqual(try lines("home", "--environment", "production", "--param", "hubble.theme=dark"), [])
    }

    func testTheStoreRunsInTheSandboxWithoutAnyParameter() throws {
        let options = try read(
            "hubble", "--play", "purchase", "--headless", "--until", "hubble.close", "--timeout", "60")
        XCTAssertEqual(options.options.environment, .sandbox)
        XCTAssertEqual(options.play, "purchase")
    }

    func testTheStoreNamesAllThatProductionNeeds() throws {
        XCTAssertEqual(
            try lines("hubble", "--environment", "production"),
            [
                "transom: run hubble: missing for production: clientId, appSecret.  clientId: --param clientId=…   "
                    + "appSecret: --secret appSecret=env:NAME"
            ])
        XCTAssertEqual(
            try lines(
                "hubble", "--environment", "production", "--param", "clientId=a", "--secret", "appSecret=env:A"), [])
    }

    func testEveryPlayOfTheStoreIsAccepted() throws {
        for play in ["purchase", "fail", "bad-client", "stuck"] {
            XCTAssertEqual(try read("hubble", "--play", play).play, play)
        }
    }

    func testAnyPageTakesHandlersForwardsAndRules() throws {
        let options = try read(
            "page", "--environment", "sandbox", "--url", "http://127.0.0.1:8000/", "--handler",
            "cgJourneyBridge:object",
            "--forward", "xcover-journeys:cgJourneyBridge", "--allow", "https://shop.example")
        XCTAssertEqual(options.options.parameters["handler"], ["cgJourneyBridge:object"])
        XCTAssertEqual(options.options.parameters["forward"], ["xcover-journeys:cgJourneyBridge"])
        XCTAssertEqual(options.options.allow.map(\.description), ["https://shop.example"])
        XCTAssertEqual(options.options.profile, .test)
    }

    func testAHandlerIsGivenOnce() throws {
        XCTAssertEqual(
            try lines("page", "--url", "https://shop.example/", "--handler", "bridge", "--handler", "bridge:text"),
            ["transom: run page: --handler bridge is given twice; once is possible"])
    }

    func testAParameterThatIsNoneIsToldWithThoseThatThereAre() throws {
        XCTAssertEqual(
            try lines("page", "--url", "https://shop.example/", "--param", "foo=1"),
            [
                "transom: run page: --param \"foo\": there is no such parameter "
                    + "(possible: --url, --assets, --handler, --inject, --forward)"
            ])
        let volley = try lines("volley", "--param", "foo=1")
        XCTAssertTrue(volley.contains { $0.contains("(possible: ") && $0.contains("requestURL") }, "\(volley)")
    }

    func testAMerchantsPageThatIsMissingIsToldAsAnyParameter() throws {
        XCTAssertEqual(
            try lines("googlepay", "--environment", "production"),
            ["transom: run googlepay: missing for production: url.  url: --url …"])
    }

    func testLookalikesOfTheStoreAreNotTheStore() throws {
        guard
            case .command(let parsed) = try ArgumentParser().parse([
                "policy", "explain", "https://vouchers.myhubble.money.evil.example/",
                "https://vouchers.myhubble.money@evil.example/", "https://vouchers.myhubble.money/sdk/gc/", "--json",
                "--integration", "hubble",
            ])
        else { return XCTFail("it is a command") }
        let report = try PolicyExplainCommand(registry: IntegrationRegistry.all).run(parsed)
        XCTAssertTrue(report.results[0].contains(#""outcome":"outside","rule":"outside""#), report.results[0])
        XCTAssertTrue(report.results[1].contains(#""outcome":"blocked","rule":"credentials""#), report.results[1])
        XCTAssertTrue(report.results[2].contains(#""outcome":"inside","rule":"allow""#), report.results[2])
    }

    func testEveryIntegrationIsDescribedInBothForms() throws {
        for integration in IntegrationRegistry.all {
            XCTAssertTrue(IntegrationText(integration: integration).text.hasPrefix(integration.name + ": "))
            XCTAssertTrue(
                IntegrationJSON(integration: integration).line.hasPrefix(#"{"integration":""# + integration.name))
        }
    }

    func testMessagesToThePageAreCheckedBeforeAnythingStarts() throws {
        let options = try read("xcover", "--send", "HIDE", "--send", #"SET={"a": [1, "="]}"#)
        XCTAssertEqual(options.messages.map(\.type), ["HIDE", "SET"])
        XCTAssertEqual(options.messages.map(\.payload), [nil, ["a": [1, "="]]])
        for ((name, text), words) in [
            (("hubble", "HIDE"), "run: --send: hubble takes no messages of its host"),
            (("xcover", "SET={a: 1}"), "run: --send \"SET\": what follows the sign is no JSON"),
            (("xcover", "SET=[1]"), "a payload of kind array cannot be sent; an object is possible"),
            (("xcover", "SET=1"), "a payload of kind integer cannot be sent"),
            (("xcover", "={}"), "a type of 0 bytes cannot be sent"),
        ] {
            let said = try lines(name, "--send", text).joined()
            XCTAssertTrue(said.contains(words), said)
        }
    }
}
