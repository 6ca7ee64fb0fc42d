// UUIDs, short and long.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import XCTest

@testable import CoreBluetooth

final class CBUUIDTests: XCTestCase {
    func testShortAndLongFormsAreEqual() {
        let short = CBUUID(string: "0001")
        let forms = [
            CBUUID(string: "00000001"), CBUUID(string: "00000001-0000-1000-8000-00805f9b34fb"),
            CBUUID(string: "00000001-0000-1000-8000-00805F9B34FB"), CBUUID(data: Data([0, 1])),
            CBUUID(data: Data([0, 0, 0, 1])),
        ]
        for form in forms {
            XCTAssertEqual(form, short)
            XCTAssertEqual(form.hash, short.hash)
            XCTAssertEqual(form.uuidString, "0001")
            XCTAssertEqual(form.data, Data([0, 1]))
        }
        XCTAssertEqual(Set(forms + [short]).count, 1)
        XCTAssertNotEqual(CBUUID(string: "0002"), short)
        XCTAssertFalse(short.isEqual("0001"))
    }

    func testThirtyTwoBitsStayThirtyTwoBits() {
        let uuid = CBUUID(string: "1234abcd")
        XCTAssertEqual(uuid.uuidString, "1234ABCD")
        XCTAssertEqual(uuid.data.count, 4)
        XCTAssertEqual(uuid, CBUUID(string: "1234ABCD-0000-1000-8000-00805F9B34FB"))
    }

    func testOthersAreLong() throws {
        let text = "6E400001-B5A3-F393-E0A9-E50E24DCCA9E"
        let uuid = CBUUID(string: text.lowercased())
        XCTAssertEqual(uuid.uuidString, text)
        XCTAssertEqual(uuid.data.count, 16)
        XCTAssertEqual(uuid, CBUUID(nsuuid: try XCTUnwrap(UUID(uuidString: text))))
        XCTAssertEqual(uuid, CBUUID(data: uuid.data))
        XCTAssertTrue(uuid.copy() as AnyObject === uuid)
    }

    func testWhatIsNoneIsRefused() {
        let texts = [
            "", "1", "180", "180G", "0x180D", "180d ", "0000180D-0000-1000-8000-00805F9B34F",
            "0000180D00000-1000-8000-00805F9B34FB", "é80D", "+80D", "0000180D-0000-1000-8000-00805F9B34FB0",
        ]
        for text in texts { XCTAssertNil(CBUUID(untrusted: text), text) }
    }
}
