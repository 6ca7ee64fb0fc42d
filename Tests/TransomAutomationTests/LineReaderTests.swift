// Tests how bytes become lines.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import XCTest

@testable import TransomAutomation

final class LineReaderTests: XCTestCase {
    private func lines(of parts: [String], longest: Int = 100) -> (lines: [LineReader.Line], isAtEnd: Bool) {
        let pipe = Pipe()
        let reader = LineReader(pipe.fileHandleForReading.fileDescriptor, longest: longest)
        var found: [LineReader.Line] = []
        for part in parts {
            pipe.fileHandleForWriting.write(Data(part.utf8))
            found += reader.read().lines
        }
        try? pipe.fileHandleForWriting.close()
        let last = reader.read()
        return (found + last.lines, last.isAtEnd)
    }

    func testLinesComeWholeWhereverTheyWereCut() {
        let found = lines(of: ["{\"a\"", ":1}\n{\"b\":", "2}\r\n\n   \n", "{\"c\":3}"])
        XCTAssertEqual(found.lines, [.text("{\"a\":1}"), .text("{\"b\":2}"), .text("{\"c\":3}")])
        XCTAssertTrue(found.isAtEnd)
    }

    func testALineThatIsTooLongIsNotKeptAndTheNextIs() {
        let found = lines(of: [String(repeating: "x", count: 11) + "\nnext\n"], longest: 10)
        XCTAssertEqual(found.lines, [.tooLong, .text("next")])
    }

    func testBytesThatAreNoTextBecomeALineThatIsNoCommand() {
        let pipe = Pipe()
        pipe.fileHandleForWriting.write(Data([0xff, 0xfe, 0x0a]))
        let found = LineReader(pipe.fileHandleForReading.fileDescriptor).read().lines
        XCTAssertEqual(found, [.text("\u{fffd}\u{fffd}")])
    }
}
