// What the commands on configurations say, and what a run takes from one.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import TransomShell
import XCTest

final class ConfigurationCommandTests: XCTestCase {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "transom-config-\(UUID().uuidString)")
    private var path: String { folder.appending(path: "kiosk.json5").path }

    override func setUpWithError() throws {
        try FileManager.default.createDirectory(
            at: folder.appending(path: "kiosk.d"), withIntermediateDirectories: true)
    }

    override func tearDownWithError() throws {
        try FileManager.default.removeItem(at: folder)
    }

    private func write(_ text: String, to name: String = "kiosk.json5") throws {
        try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
    }

    func testWhatIsPrintedToBeginWithIsValid() throws {
        for name in ["hubble", "page"] {
            let run = ProgramRun("config", "init", name)
            XCTAssertEqual(run.status, 0, run.everything)
            try write(run.results.joined(separator: "\n").replacing("FILL-IN", with: "https://shop.example/"))
            let check = ProgramRun("config", "check", path)
            XCTAssertEqual(check.status, 0, check.everything)
            XCTAssertEqual(check.results.count, 1)
        }
    }

    func testWhatADraftLeavesOpenIsAMistakeUntilADropInSaysIt() throws {
        try write(ProgramRun("config", "init", "hubble").results.joined(separator: "\n"))
        let check = ProgramRun("config", "check", path)
        XCTAssertEqual(check.status, 5, check.everything)
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        let line = try XCTUnwrap(lines.firstIndex { $0.contains("FILL-IN") })
        XCTAssertEqual(
            check.notes,
            [
                "\(path):\(line + 1):9: integrations.hubble.parameters.clientId: this is still FILL-IN; write what it is, "
                    + "as the line says"
            ])
        XCTAssertEqual(ProgramRun("run", "--headless", "--config", path).status, 5)
        try write("{integrations: {hubble: {parameters: {clientId: 'acme'}}}}", to: "kiosk.d/10.json5")
        XCTAssertEqual(ProgramRun("config", "check", path).status, 0)
    }

    func testASecretThatNoRunCanFetchIsAMistake() throws {
        try write("{integrations: {hubble: {secrets: {appSecret: 'https://mint.example/hubble'}}}}")
        let check = ProgramRun("config", "check", path)
        XCTAssertEqual(check.status, 5, check.everything)
        XCTAssertTrue(check.everything.contains("https: is not available yet"), check.everything)
    }

    func testADraftsAddressIsOneMistakeAndNotTwo() throws {
        try write("{integrations: {page: {parameters: {url: 'FILL-IN', handler: ['bridge', 'FILL-IN']}}}}")
        let check = ProgramRun("config", "check", path)
        XCTAssertEqual(check.status, 5, check.everything)
        XCTAssertEqual(check.notes.count, 2, check.everything)
        XCTAssertTrue(check.notes.allSatisfy { $0.contains("still FILL-IN") }, check.everything)
    }

    func testACheckTellsEveryMistakeAndEndsWithFive() throws {
        try write("{integration: 'hubble', kiosk: 1}")
        try write("{sesion: {}}", to: "kiosk.d/10.json5")
        let run = ProgramRun("config", "check", path)
        XCTAssertEqual(run.status, 5)
        XCTAssertEqual(run.results, [])
        XCTAssertEqual(run.notes.count, 2, run.everything)
        XCTAssertTrue(run.notes[0].hasPrefix("\(path):1:25: kiosk is 1; "), run.notes[0])
        XCTAssertTrue(
            run.notes[1].contains("kiosk.d/10.json5:1:2: sesion is no key that there is; did you mean \"session\"?"))
    }

    func testACheckSaysWhatItCannotTellHere() throws {
        try write("{integrations: {hubble: {secrets: {token: 'credential:hubble'}}}}")
        let run = ProgramRun("config", "check", path)
        XCTAssertEqual(run.status, 0)
        XCTAssertEqual(
            run.notes,
            [
                "transom: config: note: \(path):1:36: integrations.hubble.secrets.token: credential:hubble is there in the "
                    + "unit only; not checkable here"
            ])
    }

    func testCF11ASecretThatEverybodyCanReadIsRefused() throws {
        let secret = folder.appending(path: "secret").path
        try write("CANARY-7f3a", to: "secret")
        try write("{integrations: {hubble: {secrets: {token: 'file:\(secret)'}}}}")
        chmod(secret, 0o644)
        let run = ProgramRun("config", "check", path)
        XCTAssertEqual(run.status, 5)
        XCTAssertTrue(
            run.notes.first?.contains("can be read by every user (mode 644); chmod 0600") ?? false, run.everything)
        XCTAssertFalse(run.everything.contains("CANARY"))
        for mode in [0o600, 0o640] {
            chmod(secret, mode_t(mode))
            XCTAssertEqual(ProgramRun("config", "check", path).status, 0)
        }
    }

    func testWhatIsShownHasItsPlace() throws {
        try write("{integrations: {hubble: {secrets: {token: 'env:TOKEN'}}}, session: {warnFor: 10}}")
        try write("{session: {warnFor: 20}}", to: "kiosk.d/10.json5")
        let run = ProgramRun("config", "show", path)
        XCTAssertEqual(run.status, 0, run.everything)
        let place = "// \(folder.path)/kiosk.d/10.json5:1:12"
        XCTAssertTrue(
            run.results.contains { $0.hasPrefix("session.warnFor: 20 ") && $0.hasSuffix(place) }, run.everything)
        XCTAssertTrue(
            run.results.contains { $0.hasPrefix("integrations.hubble.secrets.token: ‹set› ") }, run.everything)
        XCTAssertTrue(
            run.results.contains { $0.hasPrefix("session.idleResetAfter: 60 ") && $0.hasSuffix("// standard") })
    }

    func testTheSchemaIsPrinted() throws {
        let run = ProgramRun("config", "schema")
        XCTAssertEqual(run.status, 0)
        let schema = try JSONParser.parse(run.results.joined(), limits: .ceiling)
        XCTAssertNotNil(schema["properties"]?["session"]?["properties"]?["idleResetAfter"])
    }

    func testARunTakesWhatItsConfigurationSays() throws {
        try write(
            """
            {
              kiosk: "till-3", environment: "development",
              integrations: { hubble: {
                parameters: { clientId: "acme", theme: "dark" }, secrets: { token: "env:TOKEN" }, route: "/search",
                outside: "qr" } },
              window: { mode: "headless" },
              policy: { allow: ["https://pay.example"], excursions: ["https://gate.example"] },
              session: { idleResetAfter: 90 }, limits: { textBytes: 1000 },
              events: ["journal", "file:/tmp/events.jsonl"],
            }
            """)
        let run = ProgramRun("run", "--config", path)
        XCTAssertEqual(run.status, 0, run.everything)
        let options = try XCTUnwrap(run.options)
        XCTAssertEqual(options.integration.name, "hubble")
        XCTAssertEqual(options.hostName, "till-3")
        XCTAssertEqual(options.options.environment, .development)
        XCTAssertEqual(options.options.parameters, ["clientId": ["acme"], "theme": ["dark"]])
        XCTAssertEqual(options.secrets, ["token": .environment("TOKEN")])
        XCTAssertEqual(options.options.route, "/search")
        XCTAssertEqual(options.outside, .qr)
        XCTAssertEqual(options.presentation, .headless)
        XCTAssertEqual(options.options.allow.map(\.description), ["https://pay.example"])
        XCTAssertEqual(options.options.excursions.map(\.description), ["https://gate.example"])
        XCTAssertEqual(options.events, [.journal, .file("/tmp/events.jsonl")])
        XCTAssertEqual(options.settings.session.idleResetAfter, .seconds(90))
        XCTAssertEqual(options.limits.channel.textBytes, 1_000)
        XCTAssertEqual(run.notes, [])
    }

    func testTheCommandLineCountsBeforeTheFile() throws {
        try write(
            """
            { environment: "development", integrations: { hubble: { parameters: { clientId: "acme", theme: "dark" } } },
              window: { mode: "kiosk" }, events: ["journal"] }
            """)
        let run = ProgramRun(
            "run", "hubble", "--config", path, "--environment", "sandbox", "--param", "theme=light", "--headless",
            "--events", "-", "--outside", "refuse")
        XCTAssertEqual(run.status, 0, run.everything)
        let options = try XCTUnwrap(run.options)
        XCTAssertEqual(options.options.environment, .sandbox)
        XCTAssertEqual(options.options.parameters, ["clientId": ["acme"], "theme": ["light"]])
        XCTAssertEqual(options.presentation, .headless)
        XCTAssertEqual(options.events, [.standardOutput])
        XCTAssertEqual(options.outside, .refuse)
    }

    func testARunWithAConfigurationThatIsWrongEndsWithFiveAndStartsNothing() throws {
        try write("{integration: 'hubble', session: {idleResetAfter: -5}}")
        let run = ProgramRun("run", "--config", path)
        XCTAssertEqual(run.status, 5)
        XCTAssertNil(run.options)
        XCTAssertEqual(
            run.notes, ["\(path):1:35: session.idleResetAfter is -5; seconds from 5 to 86400 are possible"])
        let missing = ProgramRun("run", "--config", folder.path + "/none.json5")
        XCTAssertEqual(missing.status, 5)
        XCTAssertEqual(
            missing.notes, ["\(folder.path)/none.json5:1:1: the file cannot be read: No such file or directory"])
    }

    func testAnExplanationTakesThePolicyOfAConfiguration() throws {
        try write("{integration: 'hubble', policy: {allow: ['https://pay.example']}}")
        let run = ProgramRun("policy", "explain", "https://pay.example/", "--config", path, "--json")
        XCTAssertEqual(run.status, 0, run.everything)
        XCTAssertTrue(run.results.first?.contains(#""outcome":"inside""#) ?? false, run.everything)
    }
}
