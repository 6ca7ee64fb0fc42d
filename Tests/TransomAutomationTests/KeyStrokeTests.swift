// Tests how keys are named.
// SPDX-License-Identifier: Apache-2.0

import CTransomGTK
import XCTest

@testable import TransomAutomation

final class KeyStrokeTests: XCTestCase {
    func testKeysAreNamedAsInTheDOM() throws {
        XCTAssertEqual(try KeyStroke("Enter").keyval, gdk_keyval_from_name("Return"))
        XCTAssertEqual(try KeyStroke("ArrowDown").keyval, gdk_keyval_from_name("Down"))
        XCTAssertEqual(try KeyStroke("F5").keyval, gdk_keyval_from_name("F5"))
        XCTAssertEqual(try KeyStroke("é").keyval, gdk_unicode_to_keyval(0xe9))
        XCTAssertEqual(try KeyStroke(" ").keyval, gdk_keyval_from_name("space"))
    }

    func testModifiersStandBeforeTheKey() throws {
        XCTAssertEqual(try KeyStroke("Control+Shift+a").modifiers, 0b101)
        XCTAssertEqual(try KeyStroke("Control+Shift+a").keyval, try KeyStroke("a").keyval)
        XCTAssertEqual(try KeyStroke("+").keyval, gdk_keyval_from_name("plus"))
        XCTAssertEqual(try KeyStroke("Control++").keyval, gdk_keyval_from_name("plus"))
    }

    func testWhatIsNoKeyIsRefusedWithTheNamesThatThereAre() {
        for text in ["", "Return", "Ctrl+a", "Hyper+a", "ab", "F13", "\u{1}"] {
            XCTAssertThrowsError(try KeyStroke(text), text) { error in
                XCTAssertEqual(error as? DriverError, .key(given: text))
                XCTAssertTrue("\(error)".contains("Enter, Tab"), "\(error)")
            }
        }
    }
}
