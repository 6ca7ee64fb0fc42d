// The manual page and the completions, made from the table of commands.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import XCTest

@testable import transom

final class GeneratedTextTests: XCTestCase {
    func testTheManualHasEveryCommandAndEveryOption() {
        let text = ProgramRun("--generate", "man").results.joined(separator: "\n")
        XCTAssertTrue(text.hasPrefix(".TH TRANSOM 1 "))
        XCTAssertTrue(text.contains("\n.SH NAME\ntransom \\- hosts "))
        XCTAssertFalse(text.contains("\\e\\-"), "nothing is escaped twice")
        for command in CommandTable.commands {
            XCTAssertTrue(text.contains("\n.SS transom \(command.name)"), command.name)
            for option in command.sections.flatMap(\.options) {
                XCTAssertTrue(text.contains("\n.B " + option.flag.replacing("-", with: "\\-")), option.flag)
            }
        }
    }

    func testCompletionsOfBashAreThoseOfTheTable() throws {
        let script = ProgramRun("--generate", "bash").results.joined(separator: "\n")
        func complete(_ words: String...) throws -> [String] {
            let process = Process()
            let pipe = Pipe()
            let list = words.map { "'\($0)'" }.joined(separator: " ")
            process.executableURL = URL(filePath: "/bin/bash")
            process.arguments = [
                "--norc", "-c",
                script + "\nCOMP_WORDS=(\(list)); COMP_CWORD=\(words.count - 1); _transom; "
                    + "printf '%s\\n' \"${COMPREPLY[@]}\"",
            ]
            process.currentDirectoryURL = URL(filePath: "/proc/self/fdinfo")
            process.standardOutput = pipe
            try process.run()
            let text = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            process.waitUntilExit()
            return text.split(separator: "\n").map(String.init)
        }
        XCTAssertEqual(try complete("transom", "conf"), ["config"])
        XCTAssertEqual(try complete("transom", "config", "s"), ["show", "schema"])
        XCTAssertEqual(try complete("transom", "ctl", "status", "--h"), ["--host", "--help"])
        XCTAssertEqual(try complete("transom", "run", "--heal"), [])
        XCTAssertEqual(try complete("transom", "run", "--headl"), ["--headless"])
        XCTAssertEqual(try complete("transom", "run", "hubble", "--environment", "p"), ["production"])
    }

    func testTheOtherShellsHaveTheirOwn() {
        XCTAssertTrue(ProgramRun("--generate", "zsh").results.first?.hasPrefix("#compdef transom") ?? false)
        let fish = ProgramRun("--generate", "fish").results
        XCTAssertTrue(fish.contains { $0.hasPrefix("complete -c transom ") && $0.contains(" -l headless ") })
        XCTAssertEqual(ProgramRun("--generate", "csh").status, 2)
    }
}
