// Tests that a host is driven by commands on its standard input.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import XCTest

final class ControlProcessTests: XCTestCase {
    /// Made when the test begins: a host of an earlier test would hold the end open that is written to.
    private lazy var commands = Pipe()
    private let folder = FileManager.default.temporaryDirectory.appending(path: "transom-control-\(UUID().uuidString)")

    override func setUpWithError() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    override func tearDownWithError() throws {
        try FileManager.default.removeItem(at: folder)
    }

    private func run(_ page: String, _ more: [String] = []) throws -> HostProcess {
        try page.write(to: folder.appending(path: "index.html"), atomically: true, encoding: .utf8)
        return try HostProcess(
            [
                "run", "page", "--headless", "--web-sandbox", "auto", "--serve", "https://shop.example=\(folder.path)",
                "--url", "https://shop.example/", "--handler", "bridge", "--control", "-", "--timeout", "60",
            ] + more, standardInput: commands)
    }

    private func say(_ lines: String...) {
        for line in lines { commands.fileHandleForWriting.write(Data((line + "\n").utf8)) }
    }

    private let shop = """
        <!doctype html><title>Shop</title><input aria-label="Amount"><button>Pay</button>
        <script>document.querySelector('button').onclick = (event) => webkit.messageHandlers.bridge.postMessage(
            {type: 'paid', amount: document.querySelector('input').value, trusted: event.isTrusted})</script>
        """

    func testAPageIsDrivenAndObservedInTheOrderOfTheCommands() throws {
        let host = try run(shop)
        let picture = folder.appending(path: "after.png").path
        say(
            #"{"id":"1","command":"wait","selector":"role=button"}"#,
            #"{"id":"2","command":"fill","selector":"role=textbox[name=Amount]","text":"500"}"#,
            #"{"id":"3","command":"click","selector":"text=Pay"}"#,
            #"{"id":"4","command":"expect","event":"page.bridge","data":{"amount":"500","trusted":true}}"#,
            #"{"id":"5","command":"evaluate","script":"return document.title + n","arguments":{"n":1}}"#,
            #"{"id":"6","command":"screenshot","path":"\#(picture)"}"#, #"{"id":"7","command":"status"}"#,
            #"{"id":"8","command":"quit"}"#)
        let ending = try host.ending()
        XCTAssertEqual(ending.status, 0, ending.notes)
        XCTAssertEqual(ending.types.first, "transom.control.ready", ending.output)
        XCTAssertEqual((ending.data(of: "transom.control.ready")?["version"] as? NSNumber)?.intValue, 1)
        XCTAssertFalse(ending.types.contains("transom.control.error"), ending.output)
        let answers = ending.events.filter { $0["type"] as? String == "transom.control.result" }
        XCTAssertEqual(answers.compactMap { $0["replyto"] as? String }, ["1", "2", "3", "4", "5", "6", "7", "8"])
        let results = answers.map { ($0["data"] as? [String: Any])?["result"] as? [String: Any] ?? [:] }
        XCTAssertEqual(results[3]["type"] as? String, "page.bridge")
        XCTAssertEqual(results[4]["value"] as? String, "Shop1")
        let views = results[6]["views"] as? [[String: Any]]
        XCTAssertEqual(views?.first?["origin"] as? String, "https://shop.example")
        let png = try Data(contentsOf: URL(filePath: picture))
        XCTAssertEqual(Array(png.prefix(4)), [0x89, 0x50, 0x4e, 0x47])
        XCTAssertEqual(ending.data(of: "transom.session.ended")?["reason"] as? String, "command")
        XCTAssertEqual(ending.types.last, "transom.session.ended")
        for line in ending.output.split(separator: "\n") { try checkAgainstCatalogue(String(line)) }
    }

    /// An event of the host's own is as the catalogue says.
    private func checkAgainstCatalogue(_ line: String) throws {
        guard case .object(let members) = try JSONParser.parse(line), case .string(let type)? = members["type"],
            type.hasPrefix("transom.")
        else { return }
        let declaration = try XCTUnwrap(HostEvents.all.first { $0.type == type }, "\(type) is in no catalogue")
        XCTAssertEqual(declaration.data.mismatches(in: members["data"] ?? .null), [], line)
    }

    func testABadLineHurtsNothingAndIsAnsweredWithWhatIsWrong() throws {
        let host = try run(shop)
        say(
            #"{"command":"wait","state":"load"}"#, "{", #"{"command":"clikc"}"#, #"{"command":"click","id":"a"}"#,
            #"{"command":"click","selector":"text=Pay","id":"b","colour":1}"#, String(repeating: "x", count: 1_100_000),
            #"{"command":"click","selector":"h1","timeout":0.1,"id":"c"}"#,
            #"{"command":"expect","event":"page.*","data":{"a":1},"timeout":0.1,"id":"d"}"#,
            #"{"command":"click","selector":"text=Pay","target":"popup-9","id":"e"}"#,
            #"{"command":"status","id":"f"}"#, #"{"command":"quit"}"#)
        let ending = try host.ending()
        XCTAssertEqual(ending.status, 0, ending.notes)
        let errors = ending.events.filter { $0["type"] as? String == "transom.control.error" }
        let messages = errors.map { ($0["data"] as? [String: Any])?["message"] as? String ?? "" }
        XCTAssertTrue(messages.contains { $0.contains("did you mean \"click\"?") }, "\(messages)")
        func message(_ id: String) -> String {
            let index = errors.firstIndex { $0["replyto"] as? String == id }
            return index.map { messages[$0] } ?? "none"
        }
        XCTAssertEqual(message("a"), "click needs the field \"selector\"")
        XCTAssertTrue(message("b").contains("no field \"colour\""), message("b"))
        XCTAssertTrue(messages.contains { $0.contains("longer than 1048576 bytes") }, "\(messages)")
        XCTAssertEqual(message("c"), "nothing matches h1")
        XCTAssertTrue(message("d").hasPrefix("expect page.*: not seen in 0.1 s\n    wanted   {\"a\": 1}"), message("d"))
        XCTAssertEqual(message("e"), "there is no view \"popup-9\"; there are: main")
        let results = ending.events.filter { $0["type"] as? String == "transom.control.result" }
        XCTAssertEqual(results.compactMap { $0["replyto"] as? String }, ["f"])
    }

    func testThePopupThatAPageOpensIsDrivenByItsID() throws {
        let page = """
            <!doctype html><button onclick="window.open('/popup.html', 'p')">Open</button>
            """
        try "<!doctype html><button onclick=\"window.close()\">Done</button>".write(
            to: folder.appending(path: "popup.html"), atomically: true, encoding: .utf8)
        let host = try run(page)
        say(
            #"{"command":"click","selector":"text=Open"}"#, #"{"command":"expect","event":"transom.popup.opened"}"#,
            #"{"command":"click","selector":"text=Done","target":"popup-1","id":"done"}"#,
            #"{"command":"expect","event":"transom.popup.closed","data":{"by":"page"},"id":"closed"}"#,
            #"{"command":"quit"}"#)
        let ending = try host.ending()
        let answered = ending.events.filter { $0["type"] as? String == "transom.control.result" }
            .compactMap { $0["replyto"] as? String }
        XCTAssertEqual(answered, ["done", "closed"], ending.output)
    }

    func testCommandsThatCameBeforeTheEndOfTheInputAreCarriedOut() throws {
        let host = try run(shop)
        say(
            #"{"command":"wait","state":"load","id":"1"}"#, #"{"command":"click","selector":"text=Pay","id":"2"}"#,
            #"{"command":"expect","event":"page.bridge","id":"3"}"#)
        try commands.fileHandleForWriting.close()
        let ending = try host.ending()
        XCTAssertEqual(ending.status, 0, ending.notes)
        let answered = ending.events.filter { $0["type"] as? String == "transom.control.result" }
        XCTAssertEqual(answered.compactMap { $0["replyto"] as? String }, ["1", "2", "3"], ending.output)
        XCTAssertEqual(ending.data(of: "transom.session.ended")?["reason"] as? String, "command")
    }

    /// H4: what a run that was killed has left behind is in nobody's way.
    func testAKilledRunIsInTheWayOfNoLaterOne() throws {
        for _ in 0..<2 {
            commands = Pipe()
            let host = try run(shop)
            say(#"{"command":"click","selector":"text=Pay","id":"1"}"#)
            XCTAssertTrue(host.wait { host.outputSoFar.contains("page.bridge") }, host.outputSoFar)
            host.send(SIGKILL)
            XCTAssertEqual(try host.ending().status, 128 + SIGKILL)
        }
    }

    func testAScriptThatComesFirstRunsInThePageAndNotBeforeIt() throws {
        let host = try run(shop)
        say(
            #"{"command":"evaluate","script":"return document.title","id":"1"}"#,
            #"{"command":"expect","event":"transom.page.loaded"}"#, #"{"command":"quit"}"#)
        let ending = try host.ending()
        let answer = ending.events.first { $0["replyto"] as? String == "1" }
        let result = (answer?["data"] as? [String: Any])?["result"] as? [String: Any]
        XCTAssertNotNil(result?["value"], ending.output)
    }

    func testTheEndOfTheInputEndsTheRun() throws {
        let host = try run(shop, ["--until", "page.never"])
        XCTAssertTrue(host.wait { host.outputSoFar.contains("transom.session.started") })
        try commands.fileHandleForWriting.close()
        let ending = try host.ending()
        XCTAssertEqual(ending.status, 1, "what was awaited had not come")
        XCTAssertEqual(ending.data(of: "transom.session.ended")?["reason"] as? String, "command")
    }
}
