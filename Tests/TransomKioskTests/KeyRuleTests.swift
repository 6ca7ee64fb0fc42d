// Which keys reach a page.
// SPDX-License-Identifier: Apache-2.0

import CTransomGTK
import XCTest

@testable import TransomKiosk

final class KeyRuleTests: XCTestCase {
    private func allows(_ name: String, _ state: GdkModifierType...) -> Bool {
        let keyval = gdk_keyval_from_name(name)
        let mask = state.reduce(UInt32(0)) { $0 | $1.rawValue }
        return KeyRule.allows(keyval, state: mask, character: gdk_keyval_to_unicode(keyval))
    }

    func testWhatTypesTextAndMovesWithinItReachesThePage() {
        let names = [
            "a", "Z", "7", "at", "udiaeresis", "EuroSign", "Cyrillic_ya", "space", "Return", "KP_Enter", "KP_5", "Tab",
            "ISO_Left_Tab", "BackSpace", "Delete", "Left", "Home", "Page_Down", "Escape", "Shift_L", "Caps_Lock",
            "ISO_Level3_Shift", "dead_acute", "KP_Decimal",
        ]
        for name in names { XCTAssertTrue(allows(name), name) }
        XCTAssertTrue(allows("A", GDK_SHIFT_MASK), "a capital letter")
        XCTAssertTrue(allows("at", GDK_MOD5_MASK), "the third level")
        XCTAssertTrue(allows("5", GDK_MOD2_MASK), "with the number lock")
    }

    func testWhatIsACommandDoesNot() {
        for name in [
            "p", "s", "o", "u", "t", "n", "w", "q", "l", "f", "plus", "minus", "0", "period", "semicolon", "v",
        ] {
            XCTAssertFalse(allows(name, GDK_CONTROL_MASK), "Control and \(name)")
        }
        for state in [GDK_MOD1_MASK, GDK_MOD4_MASK, GDK_SUPER_MASK, GDK_HYPER_MASK, GDK_META_MASK] {
            for name in ["Left", "Tab", "F4", "space", "a"] { XCTAssertFalse(allows(name, state), name) }
        }
        for number in 1...35 { XCTAssertFalse(allows("F\(number)"), "F\(number)") }
        let names = [
            "Menu", "Super_L", "Control_L", "Alt_L", "Meta_L", "Hyper_L", "Print", "Sys_Req", "Pause", "Insert",
            "XF86Back", "XF86Forward", "XF86HomePage", "XF86Launch1", "XF86PowerOff", "XF86Calculator", "Multi_key",
            "Find", "Help", "Undo", "Cancel", "Execute",
        ]
        for name in names { XCTAssertFalse(allows(name), name) }
    }
}
