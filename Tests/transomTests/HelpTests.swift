// The help says everything that can be typed.
// SPDX-License-Identifier: Apache-2.0

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
        XCTAssertEqual(ProgramRun("help").status, 0)
        XCTAssertEqual(ProgramRun("help").notes, [])
    }

    func testTheOverviewNamesEveryCommand() {
        let overview = ProgramRun("help").everything
        for command in CommandTable.commands { XCTAssertTrue(overview.contains(command.name), command.name) }
    }

    func testTheHelpOfACommandNamesEachOfItsOptions() {
        for command in CommandTable.commands where command.isAvailable {
            let help = ProgramRun(["help"] + command.words).everything
            for option in command.options where option != CommandTable.help {
                XCTAssertTrue(help.contains(option.flag), "\(command.name) \(option.flag)")
                XCTAssertTrue(!option.isAvailable || help.contains(option.usage), option.usage)
                XCTAssertEqual(option.summary.isEmpty, !option.isAvailable, option.flag)
            }
        }
    }

    func testNoLineOfTheHelpIsLongerThanATerminal() {
        for topic in [[]] + CommandTable.commands.filter(\.isAvailable).map(\.words) {
            let lines = ProgramRun(["help"] + topic).everything.split(separator: "\n")
            for line in lines { XCTAssertLessThanOrEqual(line.count, 80, String(line)) }
        }
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
