// Texts of devices and pages, made harmless.
// SPDX-License-Identifier: Apache-2.0

import XCTest

@testable import TransomWallet

final class PlainTextTests: XCTestCase {
    func testNothingOfATextCanTurnWordsAroundOrBreakALine() {
        let cases = [
            ("<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"), ("a\u{202E}bc\u{2066}", "abc"),
            ("two\nlines\u{2028}and\0more", "two lines and more"), ("\u{200B}", "none"), ("", "none"), ("  x  ", "x"),
            ("caf\u{E9} 钱包 😀", "café 钱包 😀"),
        ]
        for (text, expected) in cases {
            XCTAssertEqual(PlainText.line(text, length: 64, fallback: "none"), expected)
        }
        XCTAssertEqual(PlainText.line(String(repeating: "x", count: 5000), length: 64).count, 64)
    }
}
