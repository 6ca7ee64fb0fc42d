// Walks every command through every front end: the pipe, a scenario and a Swift test make the same of it.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import TransomAutomation
import TransomCore
import XCTest

@testable import TransomTesting
@testable import transom

/// Notes what it is asked for, and does nothing.
private final class RecordingBackend: Backend {
    let log = EventLog()
    private let requests = Mutex<[CommandRequest]>([])

    func perform(_ request: CommandRequest) async throws -> JSONValue {
        requests.withLock { $0.append(request) }
        return request.command.verb == .open ? ["outcome": "closed"] : [:]
    }

    func take() -> CommandRequest? { requests.withLock { $0.popLast() } }
}

final class FrontEndTests: XCTestCase {
    /// A command as each front end writes it: a line of the pipe, a step of a scenario and of `transom ctl command`, a call
    /// of a Swift test.
    private struct Row: Sendable {
        let line: String
        let step: String
        let call: @Sendable (Page, TransomHost) async throws -> Void
    }

    private let rows: [Command.Verb: Row] = [
        .open: Row(
            line: #"{"command":"open","integration":"hubble","parameters":{"clientId":"a"},"timeout":60}"#,
            step: "{open: 'hubble', parameters: {clientId: 'a'}, timeout: 60}"
        ) { _, host in _ = try await host.open("hubble", parameters: ["clientId": ["a"]]) },
        .reload: Row(line: #"{"command":"reload"}"#, step: "{reload: true}") { page, _ in try await page.reload() },
        .back: Row(line: #"{"command":"back"}"#, step: "{back: true}") { page, _ in try await page.back() },
        .navigate: Row(
            line: #"{"command":"navigate","url":"https://a.example/"}"#, step: "{navigate: 'https://a.example/'}"
        ) {
            page, _ in try await page.navigate("https://a.example/")
        },
        .close: Row(line: #"{"command":"close","target":"popup-1"}"#, step: "{close: true, target: 'popup-1'}") {
            page, _ in try await page.popup("popup-1").close()
        },
        .click: Row(
            line: #"{"command":"click","selector":"text=Pay","timeout":3,"target":"https://pay.example/*"}"#,
            step: "{click: 'text=Pay', timeout: 3, target: 'https://pay.example/*'}"
        ) { page, _ in try await page.within(.seconds(3)).frame("https://pay.example/*").click("text=Pay") },
        .fill: Row(line: #"{"command":"fill","selector":"a","text":"b"}"#, step: "{fill: 'a', text: 'b'}") {
            page, _ in try await page.fill("a", "b")
        },
        .press: Row(line: #"{"command":"press","key":"Enter"}"#, step: "{press: 'Enter'}") { page, _ in
            try await page.press("Enter")
        },
        .select: Row(line: #"{"command":"select","selector":"a","option":"b"}"#, step: "{select: 'a', option: 'b'}") {
            page, _ in try await page.select("a", "b")
        },
        .upload: Row(line: #"{"command":"upload","selector":"a","files":["/b"]}"#, step: "{upload: 'a', files: ['/b']}")
        {
            page, _ in try await page.upload(["/b"], to: "a")
        },
        .wait: Row(line: #"{"command":"wait","selector":"a"}"#, step: "{wait: 'a'}") { page, _ in
            try await page.waitFor("a")
        },
        .expect: Row(
            line: #"{"command":"expect","event":"page.*","data":{"a":1}}"#, step: "{expect: 'page.*', data: {a: 1}}"
        ) { page, _ in try await page.perform(.expect(event: "page.*", data: ["a": 1])) },
        .send: Row(line: #"{"command":"send","type":"close","data":{"a":1}}"#, step: "{send: 'close', data: {a: 1}}") {
            _, host in try await host.send("close", ["a": 1])
        },
        .returnLink: Row(line: #"{"command":"return","url":"acme://r"}"#, step: "{return: 'acme://r'}") { _, host in
            try await host.returnLink("acme://r")
        },
        .evaluate: Row(
            line: #"{"command":"evaluate","script":"return a","arguments":{"a":1}}"#,
            step: "{evaluate: 'return a', arguments: {a: 1}}"
        ) { page, _ in try await page.evaluate("return a", ["a": 1]) },
        .screenshot: Row(line: #"{"command":"screenshot","path":"/a.png"}"#, step: "{screenshot: '/a.png'}") {
            page, _ in
            try await page.screenshot("/a.png")
        },
        .popup: Row(line: #"{"command":"popup","action":"refuse"}"#, step: "{popup: 'refuse'}") { page, _ in
            try await page.popup(.refuse)
        },
        .dialog: Row(line: #"{"command":"dialog","accept":true,"text":"a"}"#, step: "{dialog: true, text: 'a'}") {
            page, _ in try await page.answerNextDialog(accept: true, text: "a")
        },
        .stub: Row(
            line: #"{"command":"stub","url":"https://a.example/*","status":500,"headers":{"A":"b"},"body":"c"}"#,
            step: "{stub: 'https://a.example/*', status: 500, headers: {A: 'b'}, body: 'c'}"
        ) { _, host in try await host.stub("https://a.example/*", status: 500, headers: ["A": "b"], body: "c") },
        .delay: Row(
            line: #"{"command":"delay","url":"https://a.example/*","seconds":1.5}"#,
            step: "{delay: 'https://a.example/*', seconds: 1.5}"
        ) {
            _, host in try await host.delay("https://a.example/*", seconds: 1.5)
        },
        .fail: Row(
            line: #"{"command":"fail","url":"https://a.example/*","kind":"tls"}"#,
            step: "{fail: 'https://a.example/*', kind: 'tls'}"
        ) {
            _, host in try await host.fail("https://a.example/*", .tls)
        },
        .offline: Row(line: #"{"command":"offline","offline":true}"#, step: "{offline: true}") { _, host in
            try await host.offline(true)
        },
        .kill: Row(line: #"{"command":"kill","process":"web"}"#, step: "{kill: 'web'}") { _, host in
            try await host.kill()
        },
        .reset: Row(line: #"{"command":"reset"}"#, step: "{reset: true}") { _, host in try await host.reset() },
        .status: Row(line: #"{"command":"status"}"#, step: "{status: true}") { _, host in _ = try await host.status() },
        .quit: Row(line: #"{"command":"quit"}"#, step: "{quit: true}") { _, host in try await host.perform(.quit) },
    ]

    func testEveryFrontEndMakesTheSameCommand() async throws {
        XCTAssertEqual(Set(rows.keys), Set(Command.Verb.allCases))
        let backend = RecordingBackend()
        let host = TransomHost(backend) { 0 }
        for (verb, row) in rows {
            let fromPipe = try CommandRequest(json: row.line)
            XCTAssertEqual(fromPipe.command.verb, verb)
            let scenario = try Scenario(
                Data("{run: ['page'], steps: [\(row.step)]}".utf8), name: "test", folder: "/")
            XCTAssertEqual(scenario.steps.map(\.request), [fromPipe], verb.rawValue)
            try await row.call(host.page, host)
            XCTAssertEqual(backend.take(), fromPipe, verb.rawValue)
            XCTAssertEqual(sent(by: ["command", row.step]), fromPipe, verb.rawValue)
            XCTAssertEqual(sent(by: ["command", row.line]), fromPipe, verb.rawValue)
        }
    }

    func testWhatCtlHasWordsOfItsOwnForIsTheSameCommand() throws {
        let words: [(arguments: [String], line: String)] = [
            (["status"], #"{"command":"status"}"#), (["reload"], #"{"command":"reload"}"#),
            (["reset"], #"{"command":"reset"}"#), (["quit"], #"{"command":"quit"}"#),
            (["screenshot", "/a.png"], #"{"command":"screenshot"}"#),
            (["send", #"close={"a":1}"#], #"{"command":"send","type":"close","data":{"a":1}}"#),
            (
                ["open", "hubble", "--param", "clientId=a"],
                #"{"command":"open","integration":"hubble","parameters":{"clientId":"a"}}"#
            ),
        ]
        for (arguments, line) in words { XCTAssertEqual(sent(by: arguments), try CommandRequest(json: line), line) }
        let own = CommandTable.commands.compactMap { $0.name.hasPrefix("ctl ") ? String($0.name.dropFirst(4)) : nil }
        XCTAssertEqual(Set(own), Set(words.map { $0.arguments[0] } + ["command"]))
    }

    func testWhatIsNoCommandIsAnsweredByCtlWithWhatIsWrong() {
        let cases = [
            ("{clikc: 'a'}", "there is no command \"clikc\"; did you mean \"click\"?"),
            ("{", "a command is an object such as {\"command\":\"click\",\"selector\":\"text=Pay\"}"),
            ("{command: 'clikc'}", "there is no command \"clikc\"; did you mean \"click\"?"),
            ("{click: 'a', colour: 1}", "click has no field \"colour\""),
        ]
        for (text, sentence) in cases {
            let run = ProgramRun(["ctl", "command", text])
            XCTAssertEqual(run.notes, ["transom: ctl command: " + sentence])
            XCTAssertEqual(run.status, 2)
        }
    }

    /// What `transom ctl` sends to a host.
    private func sent(by arguments: [String]) -> CommandRequest? {
        var request: CommandRequest?
        _ = ProgramRun(["ctl"] + arguments) { sent, _, _ in
            request = sent
            return .result([:])
        }
        return request
    }
}
