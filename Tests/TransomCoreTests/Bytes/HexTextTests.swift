// Hex is read as a whole or not at all.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import XCTest

final class HexTextTests: XCTestCase {
    func testBothCasesAreRead() throws {
        XCTAssertEqual(try HexText.bytes("0AfF"), [0x0A, 0xFF])
        XCTAssertEqual(HexText.text([0x0A, 0xFF, 0]), "0aff00")
        let all = Array(UInt8.min...UInt8.max)
        XCTAssertEqual(try HexText.bytes(HexText.text(all)), all)
    }

    func testNothingOfABadTextIsRead() {
        let cases: [(String, HexText.Fault)] = [
            ("", .empty), ("a", .oddLength(1)), ("abc", .oddLength(3)), ("zz0a", .badDigit(at: 0)),
            ("+f-0", .badDigit(at: 0)), ("0a 0b", .badDigit(at: 2)), ("0x0a", .badDigit(at: 1)),
            ("０ａ", .badDigit(at: 0)), ("é0a0", .badDigit(at: 0)), ("00😀", .badDigit(at: 2)), ("00\0", .badDigit(at: 2)),
        ]
        for (text, fault) in cases {
            XCTAssertThrowsError(try HexText.bytes(text), text) { XCTAssertEqual($0 as? HexText.Fault, fault, text) }
        }
    }
}
