// What a program at the control socket makes of a host's answers.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import XCTest

@testable import TransomAutomation

final class ControlClientTests: XCTestCase {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "cc-\(UUID().uuidString.prefix(8))")

    override func setUpWithError() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    override func tearDownWithError() throws {
        try FileManager.default.removeItem(at: folder)
    }

    /// Listens at a path, and says lines to one peer after another, each in pieces of a thousand bytes.
    private func host(_ name: String, saying lines: [String]) throws -> String {
        let path = folder.appending(path: name).path
        let listener = try UnixSocket.listen(at: path)
        let ready = #"{"type":"transom.control.ready","source":"urn:transom:\#(name):hubble","data":{"version":1}}"#
        Thread.detachNewThread {
            while let (peer, _) = UnixSocket.accept(listener) {
                for (index, line) in ([ready] + lines).enumerated() {
                    var byte: UInt8 = 0
                    // The command comes between the two.
                    while index == 1, read(peer, &byte, 1) == 1, byte != 0x0A {}
                    let bytes = Array((line + "\n").utf8)
                    for start in stride(from: 0, to: bytes.count, by: 1_000) {
                        guard UnixSocket.send(Array(bytes[start..<min(start + 1_000, bytes.count)]), to: peer) else {
                            break
                        }
                    }
                }
                close(peer)
            }
        }
        return path
    }

    private func client(_ paths: [String]) -> ControlClient {
        var client = ControlClient()
        client.places = { paths }
        return client
    }

    private func answer(_ data: String, type: String = "transom.control.result") -> String {
        #"{"type":"\#(type)","replyto":"ctl","data":\#(data)}"#
    }

    func testALargePictureArrivesWhole() throws {
        let picture = String(repeating: "Ab0+", count: 2_000_000)
        let path = try host(
            "till-1", saying: ["no line of ours", answer(#"{"result":{"png":"\#(picture)"}}"#)])
        guard
            case .result(let value) = client([path]).perform(
                CommandRequest(.screenshot(path: nil)), within: .seconds(60))
        else { return XCTFail("no picture") }
        XCTAssertEqual(value["png"]?.stringValue?.utf8.count, 8_000_000)
        XCTAssertEqual(value["png"]?.stringValue, picture)
    }

    func testOfSeveralHostsOneIsNamed() throws {
        let paths = [
            try host("till-1", saying: [answer(#"{"result":{"a":1}}"#)]),
            try host("till-2", saying: [answer(#"{"message":"no"}"#, type: "transom.control.error")]),
        ]
        let client = client(paths + [folder.path + "/none"])
        XCTAssertEqual(client.perform(CommandRequest(.status), within: .seconds(60)), .several(["till-1", "till-2"]))
        XCTAssertEqual(client.perform(CommandRequest(.status), host: "till-1", within: .seconds(60)), .result(["a": 1]))
        XCTAssertEqual(client.perform(CommandRequest(.status), host: "till-2", within: .seconds(60)), .failed("no"))
        XCTAssertEqual(
            client.perform(CommandRequest(.status), host: "till-3", within: .seconds(60)),
            .noHost(running: ["till-1", "till-2"]))
    }

    func testAHostThatEndsBeforeItAnswersIsSaid() throws {
        let path = try host("till-1", saying: [])
        guard case .failed(let words) = client([path]).perform(CommandRequest(.status), within: .seconds(60)) else {
            return XCTFail("it was answered")
        }
        XCTAssertTrue(["the host ended before it answered", "the host is gone"].contains(words), words)
    }
}
