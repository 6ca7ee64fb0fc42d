// What becomes of a right command line.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import TransomShell
import XCTest

@testable import transom

/// What becomes of a right command line.
final class RunOptionsTests: XCTestCase {
    private func options(_ arguments: String..., file: StaticString = #filePath, line: UInt = #line) throws
        -> HostConfiguration
    {
        let run = ProgramRun(["run"] + arguments)
        let integration =
            arguments.contains("page") ? "page: the environment is development" : "hubble: the environment is sandbox"
        let said = arguments.contains("--environment") ? [] : ["transom: run \(integration), since none is given"]
        XCTAssertEqual(run.notes, said, file: file, line: line)
        return try XCTUnwrap(run.options, file: file, line: line)
    }

    func testWithoutOptionsARunIsASandboxRunThatPrintsItsEvents() throws {
        let options = try options("hubble")
        XCTAssertEqual(options.integration.name, "hubble")
        XCTAssertEqual(options.options, IntegrationOptions(environment: .sandbox, profile: .test))
        XCTAssertEqual(options.hostName, "kiosk-7")
        XCTAssertEqual(options.version, Version.current)
        XCTAssertEqual(options.events, [.standardOutput])
        XCTAssertEqual(options.presentation, .automatic)
        XCTAssertEqual(options.webSandbox, .auto)
        XCTAssertNil(options.timeout)
    }

    func testOptionsStandBeforeOrAfterTheNameAndInEitherForm() throws {
        for options in [
            try options("hubble", "--headless", "--timeout", "60", "--until", "hubble.close"),
            try options("--headless", "--timeout=60", "--until=hubble.close", "hubble"),
            try options("--headless", "hubble", "--until=hubble.close", "--timeout", "60"),
        ] {
            XCTAssertEqual(options.integration.name, "hubble")
            XCTAssertEqual(options.presentation, .headless)
            XCTAssertEqual(options.timeout, .seconds(60))
            XCTAssertEqual(options.until, "hubble.close")
        }
    }

    func testTheLastOfAnOptionCountsUnlessItAdds() throws {
        let options = try options(
            "hubble", "--timeout", "1", "--timeout", "2.5", "--allow", "https://a.example", "--allow",
            "https://*.b.example", "--events", "-", "--events", "events.jsonl", "--events", "journal")
        XCTAssertEqual(options.timeout, .milliseconds(2_500))
        XCTAssertEqual(options.options.allow.map(\.description), ["https://a.example", "https://*.b.example"])
        XCTAssertEqual(options.events, [.standardOutput, .file("events.jsonl"), .journal])
    }

    func testNothingIsAnOptionAfterTwoHyphens() throws {
        XCTAssertEqual(try options("--", "hubble").integration.name, "hubble")
        XCTAssertEqual(ProgramRun("run", "--", "--headless").status, 2)
    }

    func testAValueMayHoldEqualsSignsAndBeginWithOneHyphen() throws {
        let options = try options("hubble", "--param", "clientId=a=b=c", "--events", "-", "--screenshot", "-.png")
        XCTAssertEqual(options.options.parameters, ["clientId": ["a=b=c"]])
        XCTAssertEqual(options.screenshot, "-.png")
    }

    func testSecretsStayReferencesAndAreNotRead() throws {
        let options = try options(
            "hubble", "--environment", "production", "--param", "clientId=acme",
            "--secret", "appSecret=env:NOT_SET_ANYWHERE", "--secret", "token=command:/usr/bin/mint --for acme")
        XCTAssertEqual(
            options.secrets,
            ["appSecret": .environment("NOT_SET_ANYWHERE"), "token": .command(["/usr/bin/mint", "--for", "acme"])])
        XCTAssertEqual(options.options.environment, .production)
        XCTAssertEqual(options.webSandbox, .require, "production requires the web sandbox")
    }

    func testAnOptionThatIsAParameterReachesItsIntegration() throws {
        let options = try options(
            "page", "--url", "https://shop.example/start", "--handler", "one:object", "--handler", "two:text")
        XCTAssertEqual(
            options.options.parameters, ["url": ["https://shop.example/start"], "handler": ["one:object", "two:text"]])
    }

    func testShapeAndAgentAreRead() throws {
        let options = try options(
            "hubble", "--window", "--size", "1280x800@2", "--user-agent", "ios", "--outside=refuse")
        XCTAssertEqual(options.presentation, .window)
        XCTAssertEqual([options.width, options.height, options.scale], [1280, 800, 2])
        XCTAssertEqual(options.userAgent, UserAgent.ios)
        XCTAssertEqual(options.outside, .refuse)
        XCTAssertEqual(try self.options("hubble", "--user-agent", "Mine/1.0").userAgent, "Mine/1.0")
        XCTAssertNil(try self.options("hubble", "--user-agent", "default").userAgent)
        let safari =
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Safari/605.1.15"
        XCTAssertEqual(try self.options("hubble", "--user-agent", safari).userAgent, safari)
        for refused in ["token=X", "(only a comment)", "open (comment", "a//b", "a/b/c", "tab\there", "", "é/1"] {
            XCTAssertEqual(ProgramRun("run", "hubble", "--user-agent", refused).status, 2, refused)
        }
    }

    func testABuildOfOnesOwnIsServedFromAFolderOrAPort() throws {
        let options = try options(
            "hubble", "--serve", "https://shop.example=/", "--serve", "https://pay.example=http://127.0.0.1:5173/")
        XCTAssertEqual(options.served.map(\.origin.description), ["https://shop.example", "https://pay.example"])
        XCTAssertEqual(options.served.map(\.source), [.folder("/"), .port(5173)])
    }

    func testSizesOutOfBoundsAreNoSizes() {
        for text in [
            "", "x", "100x100", "1280", "1280x", "1280x800@", "1280x800@9", "1280x800@2@2", "+1280x800", "８００x800",
        ] {
            XCTAssertNil(WindowSize(text), text)
        }
    }
}
