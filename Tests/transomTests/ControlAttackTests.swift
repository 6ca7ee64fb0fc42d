// Tests that nothing that comes in at the control pipe or the control socket hurts a host, and that each gets its sentence.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import XCTest

@testable import TransomAutomation

final class ControlAttackTests: XCTestCase {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "tr-\(UUID().uuidString.prefix(8))")
    private lazy var commands = Pipe()

    override func setUpWithError() throws {
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try "<!doctype html><title>Shop</title><button>Pay</button><input>".write(
            to: folder.appending(path: "index.html"), atomically: true, encoding: .utf8)
    }

    override func tearDownWithError() throws { try FileManager.default.removeItem(at: folder) }

    private func start() throws -> HostProcess {
        try HostProcess(
            [
                "run", "page", "--headless", "--web-sandbox", "auto", "--serve", "https://shop.example=\(folder.path)",
                "--url", "https://shop.example/", "--handler", "bridge", "--control", "-", "--timeout", "120",
            ], environment: ["XDG_RUNTIME_DIR": folder.path], standardInput: commands)
    }

    private func say(_ line: String) { say(Data((line + "\n").utf8)) }

    private func say(_ bytes: Data) { commands.fileHandleForWriting.write(bytes) }

    /// The message of each error by the id of its command; those without one in their order.
    private func errors(_ ending: HostProcess.Ending) -> (named: [String: String], others: [String]) {
        var named: [String: String] = [:]
        var others: [String] = []
        for event in ending.events where event["type"] as? String == "transom.control.error" {
            let message = (event["data"] as? [String: Any])?["message"] as? String ?? ""
            if let id = event["replyto"] as? String { named[id] = message } else { others.append(message) }
        }
        return (named, others)
    }

    private func results(_ ending: HostProcess.Ending) -> [String] {
        ending.events.filter { $0["type"] as? String == "transom.control.result" }
            .compactMap { $0["replyto"] as? String }
    }

    func testBytesThatAreNoCommandAreAnsweredAndHurtNothing() throws {
        let host = try start()
        let lines: [Data] = [
            Data(repeating: UInt8(ascii: "x"), count: 3_000_000), Data([0, 0, 0]), Data([0xFF, 0xFE, 0xC3, 0x28]),
            Data("{\"command\":\"status\"}\0".utf8), Data(String(repeating: "[", count: 200_000).utf8),
            Data("{\"command\":\"evaluate\",\"script\":\"\",\"arguments\":{\"a\":".utf8)
                + Data(String(repeating: "[", count: 5_000).utf8) + Data(String(repeating: "]", count: 5_000).utf8)
                + Data("}}".utf8), Data("{".utf8), Data("null".utf8), Data("1e999".utf8), Data("\"quit\"".utf8),
            Data("[{\"command\":\"quit\"}]".utf8), Data("{\"command\":{\"command\":\"quit\"}}".utf8),
            Data("{\"command\":\"quit\",\"command\":\"status\"}".utf8), Data("{'command':'quit'}".utf8),
            Data("{\"command\":\"QUIT\"}".utf8), Data("quit".utf8), Data("{\"Command\":\"quit\"}".utf8),
        ]
        for line in lines { say(line + Data("\n".utf8)) }
        // Lines with nothing in them are none.
        say("")
        say("   \r")
        say(#"{"command":"status","id":"alive"}"#)
        say(#"{"command":"quit","id":"end"}"#)
        let ending = try host.ending()
        XCTAssertEqual(ending.status, 0, ending.notes)
        XCTAssertEqual(results(ending), ["alive", "end"])
        let others = errors(ending).others
        XCTAssertEqual(others.count, lines.count, "\(others)")
        for message in others {
            XCTAssertFalse(message.isEmpty || message.contains("\n") || message.utf8.count > 300, message)
        }
        XCTAssertEqual(ending.data(of: "transom.session.ended")?["reason"] as? String, "command")
    }

    func testFieldsOfAnyKindAreAnsweredByTheirCommand() throws {
        let host = try start()
        let long = String(repeating: "a", count: 500_000)
        let cases: [(id: String, fields: String, words: String)] = [
            ("type", #""command":"click","selector":{"a":1}"#, "click: \"selector\" is not a string"),
            ("timeout", #""command":"status","timeout":"soon""#, "\"timeout\" is not a number"),
            ("never", #""command":"status","timeout":1e300"#, "seconds up to 86400"),
            ("target", #""command":"status","target":5"#, "\"target\" is not"),
            ("view", #""command":"reload","target":"popup-7""#, "there is no view \"popup-7\"; there are: main"),
            (
                "frame", #""command":"click","selector":"a","target":"https://no.example/*","timeout":0.2"#,
                "no frame whose URL matches https://no.example/*"
            ),
            ("css", #""command":"click","selector":":::","timeout":0.2"#, ":::"),
            ("role", #""command":"click","selector":"role=button[name=\"","timeout":0.2"#, "role="),
            ("empty", #""command":"click","selector":"","timeout":0.2"#, "is no CSS selector"),
            ("long", #""command":"click","selector":"\#(long)","timeout":0.2"#, "too long; 4096 are possible"),
            ("key", #""command":"press","key":"Any key""#, "there is no key \"Any key\""),
            ("list", #""command":"select","selector":"button","option":"a","timeout":0.2"#, "<button>"),
            ("url", #""command":"navigate","url":"shop""#, "is not an absolute URL"),
            ("nothing", #""command":"upload","files":[]"#, "\"files\" is empty"),
            ("gone", #""command":"upload","files":["/nowhere"]"#, "the file \"/nowhere\" cannot be read"),
            ("mixed", #""command":"upload","files":["/a",1]"#, "\"files\" is not"),
            ("script", #""command":"evaluate","script":"return ]""#, "]"),
            ("thrown", #""command":"evaluate","script":"throw null""#, "null"),
            ("cycle", #""command":"evaluate","script":"const a = {}; a.a = a; return a""#, ""),
            ("function", #""command":"evaluate","script":"return () => 1""#, ""),
            (
                "arguments", #""command":"evaluate","script":"return 1","arguments":[1]"#,
                "\"arguments\" is not an object"
            ),
            ("name", #""command":"evaluate","script":"return 1","arguments":{"a b":1}"#, ""),
            ("picture", #""command":"screenshot","path":"/nowhere/a.png""#, "could not be written"),
            ("status", #""command":"stub","url":"https://a.example/","status":42"#, "a number from 100 to 599"),
            ("headers", #""command":"stub","url":"https://a.example/","headers":{"a":1}"#, "\"headers\" is not"),
            ("seconds", #""command":"delay","url":"https://a.example/","seconds":-1"#, "a number from 0"),
            ("kind", #""command":"fail","url":"https://a.example/","kind":"moon""#, "dns"),
            ("state", #""command":"wait","state":"moon""#, "load"),
            ("both", #""command":"wait","selector":"a","url":"b""#, "one of selector, event, url"),
            ("glob", #""command":"expect","event":"[","timeout":0.1"#, "not seen in 0.1 s"),
            ("process", #""command":"kill","process":"gpu""#, "\"process\" is not"),
            ("network", #""command":"kill","process":"network""#, "write \"process\": \"web\""),
            ("action", #""command":"popup","action":"dance""#, "\"action\" is not"),
            ("raise", #""command":"popup","action":"focus","target":"sheet-1""#, "there is no view \"sheet-1\""),
            ("none", #""command":"close","target":"popup-1""#, "there is no view"),
            ("sheet", #""command":"open","integration":"nobody""#, "open: this run hosts one integration"),
            ("link", #""command":"return","url":"acme://r""#, "--return-scheme"),
        ]
        for (id, fields, _) in cases { say("{\(fields),\"id\":\"\(id)\"}") }
        say(#"{"command":"evaluate","script":"return document.title","id":"alive"}"#)
        say(#"{"command":"quit","id":"end"}"#)
        let ending = try host.ending()
        XCTAssertEqual(ending.status, 0, ending.notes)
        XCTAssertEqual(results(ending).suffix(2), ["alive", "end"], "\(results(ending))")
        let named = errors(ending).named
        // What is no JSON of what a script gives is left out, and so is a field that it holds itself.
        let mayWork: Set = ["cycle", "function", "name"]
        for (id, _, words) in cases where !mayWork.contains(id) {
            let message = named[id] ?? "no error"
            XCTAssertTrue(message.contains(words) && message != "no error", "\(id): \(message)")
            XCTAssertLessThan(message.utf8.count, 1_000, id)
        }
    }

    func testTenThousandCommandsAtOnceAreAnsweredInTheirOrder() throws {
        let host = try start()
        let count = 10_000
        var text = Data()
        for number in 1...count { text += Data("{\"command\":\"status\",\"id\":\"\(number)\"}\n".utf8) }
        say(text)
        say(#"{"command":"expect","event":"transom.page.loaded","timeout":60,"id":"loaded"}"#)
        // The rest of a line that nobody ends is a line too.
        say(Data(#"{"command":"status","id":"half"#.utf8))
        try commands.fileHandleForWriting.close()
        let ending = try host.ending()
        XCTAssertEqual(ending.status, 0, ending.notes)
        let answered = results(ending)
        XCTAssertTrue(answered == (1...count).map(String.init) + ["loaded"], "\(answered.count) answers")
        XCTAssertEqual(errors(ending).others.count, 1)
    }

    // MARK: - The socket

    /// Connects to the host of this test.
    private func connect() throws -> Int32 {
        let runtime = folder.appending(path: "transom").path
        let names = try FileManager.default.contentsOfDirectory(atPath: runtime).filter { Int($0) != nil }
        return try UnixSocket.connect(to: "\(runtime)/\(try XCTUnwrap(names.first))/control.sock")
    }

    /// The lines that come, as many as are wanted, or until the connection ends.
    private func lines(_ descriptor: Int32, _ count: Int) -> [String] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while bytes.count(where: { $0 == 0x0A }) < count {
            let read = read(descriptor, &buffer, buffer.count)
            guard read > 0 else { break }
            bytes += buffer.prefix(read)
        }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    func testTwoProgramsAtOnceAndOthersThatGoAwayHurtNobody() throws {
        let host = try start()
        XCTAssertTrue(host.wait { host.outputSoFar.contains("transom.page.loaded") }, host.outputSoFar)
        let (first, second) = (try connect(), try connect())
        // One goes in the middle of a line, one in the middle of a command, one after nonsense.
        for text in [#"{"command":"sta"#, #"{"command":"wait","selector":"h9","timeout":60}"# + "\n", "\0\u{1}\n[[[\n"]
        {
            let gone = try connect()
            XCTAssertTrue(UnixSocket.send(Array(text.utf8), to: gone))
            close(gone)
        }
        let count = 500
        for (name, descriptor) in [("a", first), ("b", second)] {
            let text = (1...count).map { "{\"command\":\"status\",\"id\":\"\(name)\($0)\"}\n" }.joined()
            XCTAssertTrue(UnixSocket.send(Array(text.utf8), to: descriptor))
        }
        for (name, descriptor) in [("a", first), ("b", second)] {
            let answers = lines(descriptor, count + 1).compactMap { try? JSONParser.parse($0) }
            XCTAssertEqual(answers.first?["type"]?.stringValue, "transom.control.ready")
            XCTAssertEqual(
                answers.dropFirst().map { $0["replyto"]?.stringValue }, (1...count).map { "\(name)\($0)" })
            XCTAssertTrue(answers.dropFirst().allSatisfy { $0["type"]?.stringValue == "transom.control.result" })
        }
        // More than there is room for are shut out, and there is room again when others have gone.
        let many = try (0..<6).map { _ in try connect() }
        for descriptor in many { XCTAssertEqual(lines(descriptor, 1).count, 1) }
        let late = try connect()
        XCTAssertTrue(lines(late, 3).count <= 1, "the ninth is let go after its first line")
        for descriptor in many + [late, first] { close(descriptor) }
        var isThere = false
        XCTAssertTrue(
            host.wait {
                guard let next = try? self.connect() else { return false }
                defer { close(next) }
                _ = UnixSocket.send(Array("{\"command\":\"status\",\"id\":\"c\"}\n".utf8), to: next)
                isThere = self.lines(next, 2).count == 2
                return isThere
            })
        XCTAssertTrue(UnixSocket.send(Array("{\"command\":\"quit\"}\n".utf8), to: second))
        let ending = try host.ending()
        XCTAssertEqual(ending.status, 0, ending.notes)
        close(second)
    }

    func testAProgramThatReadsNoAnswersIsLetGoAndHoldsUpNobody() throws {
        let host = try start()
        XCTAssertTrue(host.wait { host.outputSoFar.contains("transom.page.loaded") }, host.outputSoFar)
        let deaf = try connect()
        let line = Array("{\"command\":\"status\"}\n".utf8)
        // More answers than fit between the two ends.
        UnixSocket.limit(deaf, SO_SNDTIMEO, .seconds(1))
        for _ in 0..<20_000 where !UnixSocket.send(line, to: deaf) { break }
        let other = try connect()
        XCTAssertTrue(UnixSocket.send(Array("{\"command\":\"status\",\"id\":\"x\"}\n".utf8), to: other))
        XCTAssertEqual(lines(other, 2).count, 2)
        XCTAssertTrue(UnixSocket.send(Array("{\"command\":\"quit\"}\n".utf8), to: other))
        XCTAssertEqual(try host.ending().status, 0)
        close(deaf)
        close(other)
    }
}
