// Commands and their JSON.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import XCTest

final class CommandTests: XCTestCase {
    /// One of each, with every field that it has.
    private let commands: [Command] = [
        .open(integration: "hubble", parameters: ["clientId": ["acme"], "context": ["a=1", "b=2"]]), .reload, .back,
        .navigate(url: "https://shop.example/a?b=c"), .close, .click(selector: "testid=buy"),
        .fill(selector: "role=textbox", text: "it's\n\"x\"\u{2028}"), .press(key: "Enter", selector: "css"),
        .press(key: "Tab", selector: nil), .select(selector: "#bank", option: "ASB"),
        .upload(selector: nil, files: ["/a", "/b"]), .upload(selector: "#f", files: []), .wait(.selector("text=Pay")),
        .wait(.event("hubble.*")), .wait(.url("https://*/done")), .wait(.load),
        .expect(event: "hubble.close", data: nil),
        .expect(event: "hubble.analytics.payment_success", data: ["amount": 500]), .expect(event: "x", data: .null),
        .send(type: "CG_JOURNEY_HIDE", data: [:]), .returnLink(url: "acme://return?state=1"),
        .evaluate(script: "return a + b", arguments: ["a": 1, "b": [true, nil]]), .screenshot(path: nil),
        .screenshot(path: "/tmp/a.png"), .popup(.allow), .popup(.refuse), .popup(.focus),
        .dialog(accept: true, text: "yes"), .dialog(accept: false, text: nil),
        .stub(url: "https://api.example/*", status: 404, headers: ["Content-Type": "text/plain"], body: "none"),
        .delay(url: "https://*", seconds: 2.5), .fail(url: "https://*", kind: .tls), .offline(true), .offline(false),
        .kill(.web), .kill(.network), .reset, .status, .quit,
    ]

    func testEveryVerbOfTheContractIsThere() {
        XCTAssertEqual(
            Command.Verb.allCases.map(\.rawValue),
            [
                "open", "reload", "back", "navigate", "close", "click", "fill", "press", "select", "upload", "wait",
                "expect", "send", "return", "evaluate", "screenshot", "popup", "dialog", "stub", "delay", "fail",
                "offline", "kill", "reset", "status", "quit",
            ])
        XCTAssertEqual(Set(commands.map(\.verb)), Set(Command.Verb.allCases))
    }

    func testEveryCommandIsReadAsItWasWritten() throws {
        let frames: [(String?, CommandTarget, Duration?)] = [
            (nil, .main, nil), ("7", .view(id: "popup-1"), .seconds(5)),
            ("a b", .frame(url: "https://pay.example/*"), .milliseconds(1_500)), (nil, .main, .zero),
        ]
        for command in commands {
            for (id, target, timeout) in frames {
                let request = CommandRequest(command, id: id, target: target, timeout: timeout)
                let line = JSONText.encode(request.json)
                XCTAssertEqual(try CommandRequest(json: line), request, line)
                let data = try JSONEncoder().encode(request)
                XCTAssertEqual(try JSONDecoder().decode(CommandRequest.self, from: data), request, line)
            }
        }
    }

    func testACommandIsAFlatObject() throws {
        let request = CommandRequest(.click(selector: "text=Pay"), id: "7", timeout: .seconds(5))
        XCTAssertEqual(
            JSONText.encode(request.json), #"{"command":"click","id":"7","selector":"text=Pay","timeout":5}"#)
    }

    func testWhatIsNoCommandIsNamed() {
        let cases: [(String, CommandError)] = [
            ("[]", .notACommand), ("{}", .notACommand), (#"{"command":1}"#, .notACommand),
            (#"{"command":"klick"}"#, .unknownCommand(given: "klick", suggestion: "click")),
            (#"{"command":"Click","selector":"a"}"#, .unknownCommand(given: "Click", suggestion: "click")),
            (#"{"command":"click"}"#, .missing(command: "click", field: "selector")),
            (#"{"command":"click","selector":null}"#, .missing(command: "click", field: "selector")),
            (
                #"{"command":"click","selector":1}"#,
                .invalid(command: "click", field: "selector", expectation: "a string")
            ),
            (
                #"{"command":"click","selector":"a","timout":1}"#,
                .unknownField(command: "click", field: "timout", suggestion: "timeout")
            ),
            (
                #"{"command":"reload","timeout":-1}"#,
                .invalid(command: "reload", field: "timeout", expectation: "a number from 0")
            ),
            (
                #"{"command":"reload","timeout":1e9}"#,
                .invalid(command: "reload", field: "timeout", expectation: "a number of seconds up to 86400")
            ),
            (
                #"{"command":"stub","url":"a","status":99}"#,
                .invalid(command: "stub", field: "status", expectation: "a number from 100 to 599")
            ),
            (
                #"{"command":"kill","process":"gpu"}"#,
                .invalid(command: "kill", field: "process", expectation: "web or network")
            ),
            (
                #"{"command":"wait","url":"a","event":"b"}"#,
                .invalid(
                    command: "wait", field: "wait",
                    expectation: "one of selector, event, url, or state with the value load")
            ),
            (
                #"{"command":"open","integration":"hubble","parameters":{"a":1}}"#,
                .invalid(
                    command: "open", field: "parameters", expectation: "an object of strings or arrays of strings")
            ),
            (#"{"command":"quit""#, .json(.syntax(offset: 17))),
        ]
        for (text, error) in cases {
            XCTAssertThrowsError(try CommandRequest(json: text), text) { XCTAssertEqual($0 as? CommandError, error) }
            XCTAssertFalse(error.description.isEmpty)
        }
    }
}
