// What transom ctl sends to a running host, and what it says of the answer.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomAutomation
import TransomCore
import XCTest

final class CtlTests: XCTestCase {
    private func run(
        _ arguments: String..., answer: ControlClient.Answer,
        sent: (CommandRequest, String?, Duration?) -> Void = { _, _, _ in }
    ) -> ProgramRun {
        var request: (CommandRequest, String?, Duration?)?
        let run = ProgramRun(["ctl"] + arguments) {
            request = ($0, $1, $2)
            return answer
        }
        if let request { sent(request.0, request.1, request.2) }
        return run
    }

    func testEachVerbIsItsCommand() {
        var commands: [Command] = []
        func sent(_ request: CommandRequest, _ host: String?, _ limit: Duration?) { commands.append(request.command) }
        let result = ControlClient.Answer.result([:])
        XCTAssertEqual(run("status", answer: result, sent: sent).status, 0)
        XCTAssertEqual(run("reload", answer: result, sent: sent).status, 0)
        XCTAssertEqual(run("reset", answer: result, sent: sent).status, 0)
        XCTAssertEqual(run("quit", answer: result, sent: sent).status, 0)
        XCTAssertEqual(run("send", "HIDE={\"a\":[1]}", answer: result, sent: sent).status, 0)
        XCTAssertEqual(run("send", "HIDE", answer: result, sent: sent).status, 0)
        XCTAssertEqual(
            run("open", "volley", "--param", "requestURL=https://a.example/?b=c", answer: result, sent: sent).status, 0)
        XCTAssertEqual(
            commands,
            [
                .status, .reload, .reset, .quit, .send(type: "HIDE", data: ["a": [1]]), .send(type: "HIDE", data: [:]),
                .open(integration: "volley", parameters: ["requestURL": ["https://a.example/?b=c"]]),
            ])
    }

    func testAHostIsNamedAndASheetIsWaitedForWithoutEnd() {
        var seen: [String] = []
        _ = run("status", "--host", "till-2", answer: .result([:])) { seen.append("\($1 ?? "") \($2 != nil)") }
        _ = run("open", "volley", answer: .result([:])) { seen.append("\($1 ?? "") \($2 != nil)") }
        XCTAssertEqual(seen, ["till-2 true", " false"])
    }

    func testAnAnswerIsLinesOrOneObject() {
        let answer = ControlClient.Answer.result([
            "integration": "hubble", "views": [["id": "main", "loading": false]],
        ])
        XCTAssertEqual(
            run("status", answer: answer).results,
            ["integration: hubble", "views[0].id: main", "views[0].loading: false"])
        XCTAssertEqual(
            run("status", "--json", answer: answer).results,
            [#"{"integration":"hubble","views":[{"id":"main","loading":false}]}"#])
    }

    func testWhatDoesNotWorkIsSaid() {
        let none = run("status", answer: .noHost(running: []))
        XCTAssertEqual(none.status, 1)
        XCTAssertEqual(none.notes, ["transom: ctl status: no host of this user runs; as root every host is found"])
        XCTAssertEqual(
            run("status", "--host", "a", answer: .noHost(running: ["b"])).notes,
            ["transom: ctl status: no host is named \"a\"; there runs b"])
        XCTAssertEqual(
            run("reload", answer: .several(["b", "a"])).notes,
            ["transom: ctl reload: several hosts run; name one with --host: a, b"])
        XCTAssertEqual(run("reset", answer: .failed("no")).notes, ["transom: ctl reset: no"])
        XCTAssertEqual(run("send", "A={", answer: .result([:])).status, 2)
        XCTAssertEqual(run("open", "volley", "--param", "a", answer: .result([:])).status, 2)
        XCTAssertEqual(run("screenshot", "/nowhere/a.png", answer: .result(["png": "AAAA"])).status, 1)
    }

    func testAPictureIsWritten() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "transom-ctl-\(UUID().uuidString).png").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        XCTAssertEqual(run("screenshot", path, answer: .result(["png": "AQID"])).status, 0)
        XCTAssertEqual(try Data(contentsOf: URL(filePath: path)), Data([1, 2, 3]))
    }

    func testNothingOfAPageActsOnTheTerminal() {
        let answer = ControlClient.Answer.result(["data": ["\u{1B}[2J": "\u{9B}2J", "list": ["\u{202E}"]]])
        let said = run("status", answer: answer).everything
        for scalar in "\u{1B}\u{9B}\u{202E}".unicodeScalars {
            XCTAssertFalse(said.unicodeScalars.contains(scalar), said)
        }
    }
}
