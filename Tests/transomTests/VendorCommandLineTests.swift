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
}
