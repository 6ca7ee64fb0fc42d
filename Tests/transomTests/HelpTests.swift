// The help says everything that can be typed.
// SPDX-License-Identifier: Apache-2.0

import TransomVendors
import XCTest

@testable import transom

/// The help says everything that can be typed, and nothing else can be typed.
final class HelpTests: XCTestCase {
    func testEveryWayToAskForHelpGivesTheSame() {
        XCTAssertEqual(ProgramRun("help").results, ProgramRun("--help").results)
        XCTAssertEqual(ProgramRun("-h").results, ProgramRun("--help").results)
        XCTAssertEqual(ProgramRun("help", "run").results, ProgramRun("run", "--help").results)
        XCTAssertEqual(ProgramRun("run", "hubble", "--headless", "-h").results, ProgramRun("run", "--help").results)
        XCTAssertEqual(ProgramRun("help", "policy").results, ProgramRun("policy", "explain", "--help").results)
        XCTAssertEqual(ProgramRun("policy", "--help").results, ProgramRun("policy", "explain", "--help").results)
        XCTAssertEqual(ProgramRun("policy", "-h").results, ProgramRun("policy", "explain", "--help").results)
        XCTAssertEqual(ProgramRun("polcy", "--help").status, 2)
        XCTAssertEqual(ProgramRun("help").status, 0)
        XCTAssertEqual(ProgramRun("help").notes, [])
    }

    func testTheOverviewNamesEveryCommand() {
        let overview = ProgramRun("help").everything
        for command in CommandTable.commands { XCTAssertTrue(overview.contains(command.name), command.name) }
    }

    func testTheHelpOfACommandNamesEachOfItsOptions() {
        for command in CommandTable.commands {
            let help = ProgramRun(["help"] + command.words).everything
            for option in command.options where option != CommandTable.help {
                XCTAssertTrue(help.contains(option.flag), "\(command.name) \(option.flag)")
                XCTAssertTrue(help.contains(option.usage), option.usage)
                XCTAssertFalse(option.summary.isEmpty, option.flag)
            }
        }
    }

    func testNoLineOfTheHelpIsLongerThanATerminal() {
        for topic in [[]] + CommandTable.commands.map(\.words) {
            let lines = ProgramRun(["help"] + topic).everything.split(separator: "\n")
            for line in lines { XCTAssertLessThanOrEqual(line.count, 80, String(line)) }
        }
    }

    func testEveryExampleIsACommandLineThatWorks() throws {
        for command in CommandTable.commands {
            let lines = command.examples.joined(separator: "\n").replacing("\\\n", with: " ").split(separator: "\n")
            for line in lines {
                let words = line.split(separator: " ").map(String.init)
                XCTAssertEqual(words.first, "transom")
                guard case .command(let parsed) = try ArgumentParser().parse(Array(words.dropFirst())) else {
                    XCTFail(String(line))
                    continue
                }
                XCTAssertEqual(parsed.command, command, String(line))
                guard command == CommandTable.run else { continue }
                let reader = HostConfigurationReader(registry: IntegrationRegistry.all, hostName: "kiosk-7")
                XCTAssertNoThrow(try reader.read(parsed), String(line))
            }
        }
        XCTAssertTrue(ProgramRun("help", "run").everything.contains("\n\nExamples\n  transom run hubble"))
        XCTAssertTrue(ProgramRun("help", "demo").everything.contains("\n\nExamples\n  transom demo\n"))
    }

    func testAHandlersFormsAreBothTakenWhereNeitherIsSaid() {
        let words = { (text: String) in text.split { $0 == " " || $0 == "\n" }.joined(separator: " ") }
        XCTAssertTrue(words(ProgramRun("help", "run").everything).contains("text and objects are both taken"))
        let page = words(IntegrationText(integration: PageIntegration.self).text)
        XCTAssertTrue(page.contains("text and objects are both taken where neither is said"), page)
    }

    func testOptionsHaveOneNameEach() {
        for command in CommandTable.commands {
            let names = command.options.map(\.name)
            XCTAssertEqual(names.count, Set(names).count, command.name)
        }
    }

    func testTheContractsOptionsOfARunAreAllKnown() {
        let contract = [
            "environment", "param", "secret", "route", "url", "assets", "serve", "window", "kiosk", "headless", "size",
            "touch", "user-agent", "popups", "outside", "return-scheme", "allow", "policy", "web-sandbox", "play",
            "until", "timeout", "events", "screenshot", "send", "control", "automation", "config", "handler", "inject",
            "forward",
        ]
        let known = Set(CommandTable.run.options.map(\.name))
        for name in contract { XCTAssertTrue(known.contains(name), name) }
    }

    func testTheVersionIsOneLine() {
        XCTAssertEqual(ProgramRun("--version").results, ["transom \(Version.current)"])
        XCTAssertEqual(ProgramRun("--version").status, 0)
        XCTAssertEqual(ProgramRun("run", "hubble", "--version").results, ProgramRun("--version").results)
    }
}
