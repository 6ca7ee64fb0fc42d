// A home page and a sheet, used with the keyboard alone.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import XCTest

final class KeyboardProcessTests: XCTestCase {
    /// Made when the test begins: a host of an earlier test would hold the end open that is written to.
    private lazy var commands = Pipe()
    private var count = 0

    /// Gives a command and waits for its result.
    @discardableResult
    private func ask(_ command: String, of host: HostProcess) throws -> JSONValue {
        count += 1
        let id = "k\(count)"
        commands.fileHandleForWriting.write(Data((#"{"id":"\#(id)",\#(command)}"# + "\n").utf8))
        var answer: JSONValue?
        XCTAssertTrue(
            host.wait {
                answer = host.outputSoFar.split(separator: "\n").lazy.compactMap { try? JSONParser.parse(String($0)) }
                    .first { $0["replyto"] == .string(id) }
                return answer != nil
            }, "\(command): \(host.outputSoFar)")
        let event = try XCTUnwrap(answer)
        XCTAssertEqual(event["type"], "transom.control.result", "\(command): \(event)")
        return event["data"]?["result"] ?? .null
    }

    private func focused(in view: String, of host: HostProcess) throws -> String {
        let script = "return document.activeElement?.dataset.testid ?? ''"
        return try ask(#""command":"evaluate","target":"\#(view)","script":"\#(script)""#, of: host)["value"]?
            .stringValue
            ?? ""
    }

    /// Presses a key until something has the focus.
    private func go(to testid: String, with key: String = "Tab", in view: String, of host: HostProcess) throws {
        for _ in 0..<30 {
            if try focused(in: view, of: host) == testid { return }
            try ask(#""command":"press","target":"\#(view)","key":"\#(key)""#, of: host)
        }
        XCTFail("\(testid) cannot be reached with \(key)")
    }

    func testAPaymentIsMadeAndAnotherOneIsLeftWithTheKeyboardAlone() throws {
        let host = try HostProcess(
            ["run", "home", "--headless", "--web-sandbox", "auto", "--control", "-", "--timeout", "120"],
            standardInput: commands)
        try ask(#""command":"wait","selector":"testid=card-volley""#, of: host)
        try go(to: "card-volley", in: "main", of: host)
        try ask(#""command":"press","target":"main","key":"Enter""#, of: host)
        try ask(#""command":"expect","event":"transom.sheet.opened""#, of: host)
        try ask(#""command":"wait","target":"sheet-1","selector":"testid=continue""#, of: host)
        // The arrow keys choose among the banks.
        let banks = "return document.activeElement?.type ?? ''"
        for _ in 0..<10 {
            let kind = try ask(#""command":"evaluate","target":"sheet-1","script":"\#(banks)""#, of: host)["value"]
            if kind == "radio" { break }
            try ask(#""command":"press","target":"sheet-1","key":"Tab""#, of: host)
        }
        try ask(#""command":"press","target":"sheet-1","key":"Space""#, of: host)
        try go(to: "bank-aoraki", with: "ArrowDown", in: "sheet-1", of: host)
        try go(to: "continue", in: "sheet-1", of: host)
        try ask(#""command":"press","target":"sheet-1","key":"Enter""#, of: host)
        try ask(#""command":"wait","target":"sheet-1","selector":"testid=phone-approve""#, of: host)
        try go(to: "phone-approve", in: "sheet-1", of: host)
        try ask(#""command":"press","target":"sheet-1","key":"Enter""#, of: host)
        try ask(#""command":"expect","event":"volley.complete""#, of: host)
        try ask(#""command":"expect","event":"transom.sheet.closed","timeout":20"#, of: host)
        // The focus is where it was, and Escape leaves a sheet.
        try ask(#""command":"wait","selector":"testid=news""#, of: host)
        XCTAssertEqual(try focused(in: "main", of: host), "card-volley")
        try ask(#""command":"press","target":"main","key":"Enter""#, of: host)
        try ask(#""command":"expect","event":"transom.sheet.opened""#, of: host)
        try ask(#""command":"wait","target":"sheet-2","selector":"testid=continue""#, of: host)
        try ask(#""command":"press","target":"sheet-2","key":"Escape""#, of: host)
        try ask(#""command":"expect","event":"transom.sheet.closed","data":{"by":"user"}"#, of: host)
        commands.fileHandleForWriting.write(Data((#"{"id":"q","command":"quit"}"# + "\n").utf8))
        XCTAssertEqual(try host.ending().status, 0)
    }
}
