// Tests how scenarios are read and reported.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import XCTest

@testable import TransomAutomation

final class ScenarioTests: XCTestCase {
    private func scenario(_ text: String) throws -> Scenario {
        try Scenario(Data(text.utf8), name: "pay.json5", folder: "/scenarios")
    }

    private func fault(_ text: String) -> String {
        do {
            _ = try scenario(text)
            return "none"
        } catch {
            return "\(error)"
        }
    }

    func testAScenarioIsReadWithShortStepsAndLongOnes() throws {
        let read = try scenario(
            """
            // What a person does.
            {
              run: ["page", "--url", "https://shop.example/"],
              steps: [
                { fill: "role=textbox", text: "500" },
                { click: "text=Pay", target: "popup-1", timeout: 5 },
                { wait: { state: "load" } },
                { expect: "page.bridge", data: { amount: "500" } },
                { command: "evaluate", script: "return 1" },
                { offline: true },
                { reload: true },
                { fail: "https://api.example/*", kind: "tls" },
              ],
            }
            """)
        XCTAssertEqual(read.arguments, ["page", "--url", "https://shop.example/"])
        XCTAssertEqual(
            read.steps.map(\.request),
            [
                CommandRequest(.fill(selector: "role=textbox", text: "500")),
                CommandRequest(.click(selector: "text=Pay"), target: .view(id: "popup-1"), timeout: .seconds(5)),
                CommandRequest(.wait(.load)), CommandRequest(.expect(event: "page.bridge", data: ["amount": "500"])),
                CommandRequest(.evaluate(script: "return 1", arguments: [:])), CommandRequest(.offline(true)),
                CommandRequest(.reload), CommandRequest(.fail(url: "https://api.example/*", kind: .tls)),
            ])
        XCTAssertEqual(read.steps.first?.title, "fill role=textbox")
    }

    func testAMistakeIsToldWithItsPlace() {
        let syntax = fault("{\n  run: ['page'],\n  steps: [{ click 'a' }],\n}")
        XCTAssertTrue(syntax.hasPrefix("scenario pay.json5:3:"), syntax)
        XCTAssertEqual(
            fault("{run: ['page'], steps: [{clik: 'text=Pay'}]}"),
            "scenario pay.json5, step 1 of 1: there is no command \"clik\"; did you mean \"click\"?")
        XCTAssertEqual(
            fault("{run: ['page'], steps: [{dance: true, timeout: 5}]}"),
            "scenario pay.json5, step 1 of 1: there is no command \"dance\"")
        XCTAssertEqual(
            fault("{run: [], steps: []}"),
            "scenario pay.json5: \"run\" is not the arguments of transom run, such as [\"hubble\"]")
        XCTAssertEqual(
            fault("{run: ['page'], steps: []}"), "scenario pay.json5: \"steps\" is not an array of commands")
        XCTAssertEqual(
            fault("{run: ['page'], stesp: []}"),
            "scenario pay.json5: there is no member \"stesp\"; run, steps and description are possible")
        XCTAssertEqual(
            fault("{run: ['page'], steps: [{click: 'a'}, {click: 'b', colour: 1}]}"),
            "scenario pay.json5, step 2 of 2: click has no field \"colour\"")
        XCTAssertTrue(fault("{run: ['page'], steps: [{command: 'clikc'}]}").contains("did you mean \"click\"?"))
    }

    /// Every command that there is, as a step is written and read.
    func testEveryCommandIsWrittenAsAStepAndReadBack() throws {
        for request in CommandExamples.all {
            let text = Scenario.text(of: request)
            let read = try scenario("{run: ['page'], steps: [\(text)]}")
            XCTAssertEqual(read.steps.map(\.request), [request], text)
        }
    }

    func testReportsSayWhatFailed() {
        let all = [
            ScenarioOutcome(name: "a.json5", steps: 2, failure: nil, duration: .milliseconds(1_234)),
            ScenarioOutcome(
                name: "b & c.json5", steps: 3,
                failure: "scenario b, step 2 of 3, click x: nothing matches x\n    wanted  <1>",
                artefacts: "/results/b", duration: .milliseconds(50)),
        ]
        XCTAssertEqual(
            ScenarioOutcome.tap(all),
            """
            TAP version 13
            1..2
            ok 1 - a.json5
            not ok 2 - b & c.json5
            # scenario b, step 2 of 3, click x: nothing matches x
            #     wanted  <1>
            # files: /results/b

            """)
        let junit = ScenarioOutcome.junit(all)
        XCTAssertTrue(junit.contains(#"tests="2" failures="1""#), junit)
        XCTAssertTrue(junit.contains(#"name="a.json5" time="1.234"/>"#), junit)
        XCTAssertTrue(junit.contains(#"name="b &amp; c.json5" time="0.050">"#), junit)
        XCTAssertTrue(junit.contains("wanted  &lt;1&gt;"), junit)
    }

    func testARecordingKeepsWhatARunIs() {
        XCTAssertEqual(
            ScenarioRecorder.kept([
                "page", "--record", "a.json5", "--window", "--url", "https://shop.example/", "--until=page.*",
                "--events", "-", "--handler", "bridge", "--timeout", "60",
            ]),
            ["page", "--url", "https://shop.example/", "--handler", "bridge"])
    }
}

/// One command of every kind.
enum CommandExamples {
    static let all: [CommandRequest] = [
        .init(.open(integration: "hubble", parameters: ["clientId": ["acme"]])), .init(.reload), .init(.back),
        .init(.navigate(url: "https://shop.example/")), .init(.close, target: .view(id: "popup-1")),
        .init(.click(selector: "text=Pay"), target: .frame(url: "https://pay.example/*"), timeout: .seconds(3)),
        .init(.fill(selector: "#a", text: "b")), .init(.press(key: "Enter", selector: nil)),
        .init(.select(selector: "select", option: "NZ")), .init(.upload(selector: "input", files: ["/a"])),
        .init(.wait(.selector("#a"))), .init(.wait(.load)), .init(.wait(.event("page.*"))),
        .init(.wait(.url("https://*"))),
        .init(.expect(event: "page.bridge", data: ["a": 1])), .init(.send(type: "close", data: [:])),
        .init(.returnLink(url: "acme://return")), .init(.evaluate(script: "return a", arguments: ["a": 1])),
        .init(.screenshot(path: "/a.png")), .init(.screenshot(path: nil)), .init(.popup(.refuse)),
        .init(.dialog(accept: true, text: "a")), .init(.dialog(accept: false, text: nil)),
        .init(.stub(url: "https://api.example/*", status: 500, headers: ["A": "b"], body: "c")),
        .init(.delay(url: "https://api.example/*", seconds: 1.5)), .init(.fail(url: "https://*/x", kind: .timeout)),
        .init(.offline(false)), .init(.kill(.web)), .init(.reset), .init(.status), .init(.quit),
    ]
}

final class CommandExamplesTests: XCTestCase {
    func testThereIsOneOfEveryKind() {
        XCTAssertEqual(Set(CommandExamples.all.map(\.command.verb)), Set(Command.Verb.allCases))
    }
}
