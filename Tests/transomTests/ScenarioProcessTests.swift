// Tests that scenarios are played, recorded and reported by the executable.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import XCTest

final class ScenarioProcessTests: XCTestCase {
    private var folder = URL(filePath: "/")

    private let page = """
        <!doctype html><label>Name <input id=name></label><label>PIN <input type=password id=pin></label>
        <label>First <input name=cardPin></label><label>Second <input id=otpCode></label>
        <label>Third <input name=card></label><label>Fourth <input name=shipping></label>
        <select aria-label=Country><option>Australia</option><option>New Zealand</option></select>
        <button onclick="webkit.messageHandlers.bridge.postMessage(
            {name: document.querySelector('#name').value, country: document.querySelector('select').value})">Send</button>
        """

    override func setUp() async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "transom-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder.appending(path: "shop"), withIntermediateDirectories: true)
        try page.write(to: folder.appending(path: "shop/index.html"), atomically: true, encoding: .utf8)
    }

    override func tearDown() async throws { try? FileManager.default.removeItem(at: folder) }

    private func path(_ name: String) -> String { folder.appending(path: name).path }

    private func write(_ name: String, _ steps: String) throws -> String {
        let run =
            #"["page", "--serve", "https://shop.example=shop", "--url", "https://shop.example/", "--handler", "bridge"]"#
        try "{ run: \(run), steps: [\(steps)] }".write(toFile: path(name), atomically: true, encoding: .utf8)
        return path(name)
    }

    func testScenariosArePlayedAndReported() throws {
        let good = try write(
            "good.json5",
            "{fill: '#name', text: 'Zoe'}, {click: 'text=Send'}, {expect: 'page.bridge', data: {name: 'Zoe'}}")
        let bad = try write(
            "bad.json5",
            "{click: 'text=Send'}, {wait: 'text=Send'}, {expect: 'page.bridge', data: {name: 'Ann'}, timeout: 0.5}")
        let host = try HostProcess(
            ["test", good, bad, "--jobs", "2", "--tap", "--junit", path("results.xml"), "--trace", path("trace")],
            environment: ["TRANSOM_RESULTS": path("results")])
        let ending = try host.ending()
        XCTAssertEqual(ending.status, 1, ending.notes)
        XCTAssertTrue(ending.output.contains("ok 1 - good.json5"), ending.output)
        XCTAssertTrue(ending.output.contains("not ok 2 - bad.json5"), ending.output)
        XCTAssertTrue(
            ending.notes.contains(
                """
                scenario bad.json5, step 3 of 3, expect page.bridge: not seen in 0.5 s
                    wanted   {"name": "Ann"}
                    nearest  page.bridge {"country": "Australia", "name": ""}
                """), ending.notes)
        let junit = try String(contentsOfFile: path("results.xml"), encoding: .utf8)
        XCTAssertTrue(junit.contains(#"tests="2" failures="1""#), junit)
        for name in ["good.json5/step-001.png", "good.json5/events.jsonl", "good.json5/network.har"] {
            XCTAssertTrue(FileManager.default.fileExists(atPath: path("trace/\(name)")), name)
        }
        let har = try String(contentsOfFile: path("trace/good.json5/network.har"), encoding: .utf8)
        XCTAssertTrue(har.contains("https://shop.example/"), har)
        let left = try FileManager.default.contentsOfDirectory(atPath: path("results"))
        XCTAssertEqual(left.count, 1, "\(left)")
        let files = try FileManager.default.contentsOfDirectory(atPath: path("results/\(left[0])"))
        XCTAssertEqual(files.sorted(), ["console.txt", "events.jsonl", "page.html", "screenshot.png"])
    }

    func testAScenarioDrivesTheSheetThatItOpened() throws {
        try """
        {
          run: ["home"],
          steps: [
            { expect: "transom.page.loaded", timeout: 30 },
            { open: "volley", parameters: { requestId: "request_Sheet0Canary1" } },
            { expect: "transom.sheet.opened", timeout: 30 },
            { click: "testid=bank-aoraki", target: "sheet-1", timeout: 30 },
            { click: "testid=continue", target: "sheet-1", timeout: 30 },
            { click: "testid=phone-approve", target: "sheet-1", timeout: 30 },
            { expect: "transom.sheet.closed", data: { completed: true }, timeout: 30 },
          ],
        }
        """.write(toFile: path("sheet.json5"), atomically: true, encoding: .utf8)
        try """
        { run: ["home"], steps: [{ open: "nobody" }, { wait: "#none", target: "sheet-1", timeout: 1 }] }
        """.write(toFile: path("refused.json5"), atomically: true, encoding: .utf8)
        let good = try HostProcess(["test", path("sheet.json5")], environment: ["TRANSOM_RESULTS": path("results")])
        let played = try good.ending()
        XCTAssertEqual(played.status, 0, played.notes)
        let bad = try HostProcess(["test", path("refused.json5")], environment: ["TRANSOM_RESULTS": path("results")])
        let refused = try bad.ending()
        XCTAssertEqual(refused.status, 1)
        XCTAssertTrue(refused.notes.contains("scenario refused.json5, step 1 of 2, open nobody: "), refused.notes)
    }

    func testWhatAPersonDoesIsRecordedAndReplaysGreen() throws {
        let commands = Pipe()
        let recording = path("recorded.json5")
        let host = try HostProcess(
            [
                "run", "page", "--serve", "https://shop.example=\(path("shop"))", "--url", "https://shop.example/",
                "--handler", "bridge", "--headless", "--control", "-", "--record", recording,
            ], standardInput: commands)
        for line in [
            #"{"command":"fill","selector":"role=textbox[name=Name]","text":"Zoe"}"#,
            #"{"command":"fill","selector":"role=textbox[name=PIN]","text":"8642"}"#,
            #"{"command":"fill","selector":"role=textbox[name=First]","text":"8643"}"#,
            #"{"command":"fill","selector":"role=textbox[name=Second]","text":"8644"}"#,
            #"{"command":"fill","selector":"role=textbox[name=Third]","text":"8645"}"#,
            #"{"command":"fill","selector":"role=textbox[name=Fourth]","text":"Queen Street"}"#,
            #"{"command":"select","selector":"select","option":"New Zealand"}"#,
            #"{"command":"click","selector":"text=Send"}"#, #"{"command":"expect","event":"page.bridge"}"#,
            #"{"command":"quit"}"#,
        ] { commands.fileHandleForWriting.write(Data((line + "\n").utf8)) }
        XCTAssertEqual(try host.ending().status, 0)
        let text = try String(contentsOfFile: recording, encoding: .utf8)
        XCTAssertTrue(text.contains(#"{ fill: "role=textbox[name=\"Name\"]", text: "Zoe" }"#), text)
        XCTAssertTrue(text.contains(#"{ click: "role=button[name=\"Send\"]" }"#), text)
        XCTAssertTrue(text.contains(#"{ expect: "page.bridge" }"#), text)
        for secret in 8642...8645 {
            XCTAssertFalse(text.contains("\(secret)"), "a secret is in the recording: \(text)")
        }
        XCTAssertTrue(text.contains("Queen Street"), text)
        XCTAssertFalse(text.contains("\"--record\"") || text.contains("\"--control\""), text)
        let replay = try HostProcess(["test", recording])
        let ending = try replay.ending()
        XCTAssertEqual(ending.status, 0, ending.notes)
        XCTAssertEqual(ending.output, "1 scenarios, 0 failed\n")
    }

    func testTheEventThatEndsTheRunIsInItsRecording() throws {
        let commands = Pipe()
        let recording = path("short.json5")
        let host = try HostProcess(
            [
                "run", "page", "--headless", "--serve", "https://shop.example=\(path("shop"))", "--url",
                "https://shop.example/", "--handler", "bridge", "--control", "-", "--record", recording, "--until",
                "page.bridge", "--timeout", "120",
            ], standardInput: commands)
        commands.fileHandleForWriting.write(Data((#"{"command":"click","selector":"text=Send"}"# + "\n").utf8))
        XCTAssertEqual(try host.ending().status, 0)
        let text = try String(contentsOfFile: recording, encoding: .utf8)
        XCTAssertTrue(
            text.contains(
                """
                    { click: "role=button[name=\\"Send\\"]" },
                    { expect: "page.bridge" },
                """), text)
    }

    func testEventsAreMadeReadable() throws {
        let line =
            #"{"specversion":"1.0","id":"a.1","source":"urn:transom:k:page","type":"page.bridge","#
            + #""time":"2026-11-30T15:23:00.042Z","subject":"a","sequence":"0000000001","origin":"https://shop.example","#
            + #""mainframe":false,"data":{"amount":500,"note":"two words"}}"#
        try (line + "\nno event\n" + line.replacing("page.bridge", with: "page.other") + "\n").write(
            toFile: path("events.jsonl"), atomically: true, encoding: .utf8)
        let all = try HostProcess(["events", path("events.jsonl")]).ending()
        XCTAssertEqual(
            all.output.split(separator: "\n"),
            [
                #"15:23:00.042  page.bridge  https://shop.example (frame)  amount=500  note="two words""#, "no event",
                #"15:23:00.042  page.other  https://shop.example (frame)  amount=500  note="two words""#,
            ])
        let some = try HostProcess(["events", path("events.jsonl"), "--type", "page.o*"]).ending()
        XCTAssertEqual(some.output.split(separator: "\n").count, 1)
        XCTAssertTrue(some.output.contains("page.other"))
        let follower = try HostProcess(["events", path("events.jsonl"), "--follow", "--type", "page.late"])
        let handle = try XCTUnwrap(FileHandle(forWritingAtPath: path("events.jsonl")))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data((line.replacing("page.bridge", with: "page.late") + "\n").utf8))
        XCTAssertTrue(follower.wait { follower.outputSoFar.contains("page.late") })
        follower.send(SIGTERM)
    }

    func testAFileIsFollowedWhenItBeginsAnewAndWhenItIsCut() throws {
        let line =
            #"{"specversion":"1.0","id":"a.1","source":"urn:transom:k:page","type":"page.first","#
            + #""time":"2026-11-30T15:23:00.042Z","subject":"a","sequence":"0000000001","data":{"note":"a longer line"}}"#
        let file = path("events.jsonl")
        try (line + "\n").write(toFile: file, atomically: true, encoding: .utf8)
        let follower = try HostProcess(["events", file, "--follow"])
        XCTAssertTrue(follower.wait { follower.outputSoFar.contains("page.first") })
        try FileManager.default.moveItem(atPath: file, toPath: file + ".1")
        try (line.replacing("page.first", with: "page.second") + "\n").write(
            toFile: file, atomically: false, encoding: .utf8)
        XCTAssertTrue(follower.wait { follower.outputSoFar.contains("page.second") })
        let short = line.replacing("page.first", with: "page.third").replacing("a longer line", with: "")
        try (short + "\n").write(toFile: file, atomically: false, encoding: .utf8)
        XCTAssertTrue(follower.wait { follower.outputSoFar.contains("page.third") })
        follower.send(SIGTERM)
        _ = try follower.ending()
    }

    func testAReaderOfEventsThatGoesAwayEndsThemQuietly() throws {
        let line =
            #"{"specversion":"1.0","id":"a.1","source":"urn:transom:k:page","type":"page.bridge","#
            + #""time":"2026-11-30T15:23:00.042Z","subject":"a","sequence":"0000000001","data":{}}"#
        try String(repeating: line + "\n", count: 20_000).write(
            toFile: path("many.jsonl"), atomically: true, encoding: .utf8)
        let pipe = Pipe()
        let run = try HostProcess(
            ["events", path("many.jsonl")], standardOutput: pipe.fileHandleForWriting)
        try pipe.fileHandleForWriting.close()
        XCTAssertTrue(try pipe.fileHandleForReading.read(upToCount: 10)?.count == 10)
        try pipe.fileHandleForReading.close()
        let ending = try run.ending()
        XCTAssertEqual(ending.status, 0, ending.notes)
        XCTAssertEqual(ending.notes, "")
    }

    func testAShardThatIsNoneIsRefused() throws {
        let good = try write("good.json5", "{click: 'text=Send'}")
        let ending = try HostProcess(["test", good, "--shard", "3/2"]).ending()
        XCTAssertEqual(ending.status, 2)
        XCTAssertEqual(
            ending.notes, "transom: test: --shard takes i/n, such as 1/4, with i from 1 to n, not \"3/2\"\n")
        let none = try HostProcess(["test", good, "--shard", "2/2"]).ending()
        XCTAssertEqual(none.output, "0 scenarios, 0 failed\n")
    }
}
