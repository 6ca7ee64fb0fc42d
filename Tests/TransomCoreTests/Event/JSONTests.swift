// JSON as it is read from pages and written to events.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import XCTest

final class JSONTests: XCTestCase {
    private func parse(_ text: String, _ limits: ChannelLimits = .standard) throws -> JSONValue {
        try JSONParser.parse(text, limits: limits)
    }

    private func fault(_ text: String, _ limits: ChannelLimits = .standard) -> JSONFault? {
        do throws(JSONFault) {
            _ = try JSONParser.parse(text, limits: limits)
            return nil
        } catch {
            return error
        }
    }

    func testEveryKindOfValueIsReadAndWrittenAgain() throws {
        let text = #"{"a":[1,-2,1.0,0.5,1e+21,true,false,null],"b":{"c":"x"},"d":[],"e":{}}"#
        XCTAssertEqual(JSONText.encode(try parse(text)), text)
        XCTAssertEqual(try parse(" [ 1 ,\n2\t] "), [1, 2])
        XCTAssertEqual(try parse("1"), .integer(1))
        XCTAssertEqual(try parse("1.0"), JSONValue(double: 1))
        XCTAssertNotEqual(try parse("1"), try parse("true"))
        XCTAssertEqual(try parse("-0"), JSONValue(double: -0.0))
        XCTAssertEqual(try parse("9223372036854775807"), .integer(.max))
        XCTAssertEqual(try parse("9223372036854775808"), JSONValue(double: 9_223_372_036_854_775_808))
    }

    func testEscapesAreReadAsTheGrammarSays() throws {
        XCTAssertEqual(
            try parse(#""\"\\\/\b\f\n\r\t\u0041\u00e9\ud83d\ude00""#), "\"\\/\u{8}\u{C}\n\r\tAé😀")
        XCTAssertEqual(try parse(#""\u0000""#), .string("\0"))
    }

    func testWhatIsNotJSONIsRefused() {
        let texts = [
            "", " ", "{", "}", "[", "[1", "[1,", "[1,]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "'a'", "\"a",
            "\"\u{1}\"", "\"a\nb\"", "\"\\x\"", "\"\\u12\"", "01", "1.", ".5", "+1", "-", "1e", "tru", "nul", "NaN",
            "Infinity", "1 2", "[1]x", "undefined", "\u{FEFF}1", "// a\n1", "{\"a\":1}\0", "\0{\"a\":1}", "0x10",
        ]
        for text in texts { XCTAssertEqual(fault(text)?.reason, .json, text.debugDescription) }
    }

    func testHalfASurrogatePairIsRefused() {
        for text in [#""\ud800""#, #""\udc00""#, #""\ud800x""#, #""\ud800\u0041""#, #""\ud800\ud800""#] {
            guard case .surrogate? = fault(text) else {
                XCTFail("\(text) gives \(String(describing: fault(text)))")
                continue
            }
        }
    }

    func testANameTwiceInOneObjectIsRefused() {
        XCTAssertEqual(fault(#"{"a":1,"a":2}"#), .duplicate(offset: 7))
        XCTAssertEqual(fault(#"{"a":1,"\u0061":2}"#), .duplicate(offset: 7))
        XCTAssertNil(fault(#"{"a":{"a":1},"b":{"a":1}}"#))
    }

    func testANumberThatNoDoubleHoldsIsRefused() {
        XCTAssertEqual(fault("[1e400]"), .range(offset: 1))
        XCTAssertEqual(fault("-1e400")?.reason, .json)
    }

    func testDepthKeysAndLengthEndAtTheirLimits() {
        let nested = { (depth: Int) in String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
        XCTAssertNil(fault(nested(32)))
        XCTAssertEqual(fault(nested(33)), .depth(limit: 32))
        for depth in [512, 513, 20_000] { XCTAssertEqual(fault(nested(depth)), .depth(limit: 32)) }
        XCTAssertEqual(fault(nested(50_000), .ceiling), .depth(limit: 64))
        let object = { (keys: Int) in "{" + (0..<keys).map { "\"k\($0)\":0" }.joined(separator: ",") + "}" }
        XCTAssertNil(fault(object(64)))
        XCTAssertEqual(fault(object(65)), .keys(limit: 64))
        let text = { (bytes: Int) in "\"" + String(repeating: "x", count: bytes - 2) + "\"" }
        XCTAssertNil(fault(text(65_536)))
        XCTAssertEqual(fault(text(65_537)), .size(limit: 65_536))
    }

    func testWhatIsWrittenIsOneLineThatNoTerminalObeys() {
        let hostile = "a\u{0}\u{7}\u{1B}[2J\n\r\t\"\\/\u{7F}\u{85}\u{9B}\u{2028}\u{2029}é"
        let text = JSONText.encode(hostile)
        XCTAssertEqual(
            text, #""a\u0000\u0007\u001b[2J\n\r\t\"\\/\u007f\u0085\u009b\u2028\u2029é""#)
        XCTAssertEqual(try parse(text), .string(hostile))
    }

    func testMembersAreWrittenInTheOrderOfTheirBytes() {
        XCTAssertEqual(
            JSONText.encode(["é": 1, "b": 2, "a": 3, "Z": 4, "aa": 5]), #"{"Z":4,"a":3,"aa":5,"b":2,"é":1}"#)
    }

    func testWhatIsWrittenIsWhatFoundationReads() throws {
        let value: JSONValue = ["text": "a\u{2028}\"\\", "list": [1, true, nil, "x"], "more": ["n": -7]]
        let read = try JSONSerialization.jsonObject(with: Data(JSONText.encode(value).utf8))
        XCTAssertEqual(try JSONValue(body: read, limits: .standard), value)
        let decoded = try JSONDecoder().decode(JSONValue.self, from: Data(JSONText.encode(value).utf8))
        XCTAssertEqual(decoded, value)
        XCTAssertEqual(try parse(String(decoding: try JSONEncoder().encode(value), as: UTF8.self)), value)
    }

    func testInfiniteAndUndefinedNumbersAreNoValues() {
        for number in [Double.infinity, -.infinity, .nan, .signalingNaN] {
            XCTAssertNil(JSONNumber(number))
            XCTAssertNil(JSONValue(double: number))
        }
    }

    func testWhatIsReadFromDamagedTextsIsWhatFoundationReads() throws {
        let seeds = [
            #"{"type":"analytics","event":"e","properties":{"amount":500,"rate":-1.25e-3,"ok":true,"none":null}}"#,
            #"["\u00e9\ud83d\ude00\n\"",[[]],{},0,-0.0,1234567890,""]"#,
        ]
        var random = SplitMix(state: 0x7472_616E_736F_6D)
        let letters = Array(#"{}[]:,"\\u0019aeE+-. /tfn"#.utf8) + [0x00, 0x0A, 0x1F]
        var taken = 0
        for round in 0..<20_000 {
            var bytes = Array(seeds[round % seeds.count].utf8)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes.remove(at: place)
                case 1: bytes[place] = letters.randomElement(using: &random) ?? 0
                default: bytes.insert(letters.randomElement(using: &random) ?? 0, at: place)
                }
            }
            guard let text = String(validating: bytes, as: UTF8.self) else { continue }
            guard let value = try? parse(text) else { continue }
            taken += 1
            let read = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
            let body = try XCTUnwrap(read, "Foundation does not read \(text.debugDescription)")
            // Foundation reads 1.0 as 1, so numbers are compared as such; beyond 15 digits it is not exact.
            XCTAssertEqual(try JSONValue(body: body, limits: .ceiling).plain, value.plain, text.debugDescription)
        }
        XCTAssertGreaterThan(taken, 1_000, "too few texts were still JSON to say anything")
    }
}

/// A random sequence that is the same in every run.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension JSONValue {
    /// The value with every number as a double.
    fileprivate var plain: JSONValue {
        switch self {
        case .integer(let integer): JSONValue(double: Double(integer)) ?? .null
        case .array(let elements): .array(elements.map(\.plain))
        case .object(let members): .object(members.mapValues(\.plain))
        default: self
        }
    }
}
