// Values that go over a bus and come back.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import XCTest

@testable import TransomDBus

final class DBusValueTests: XCTestCase {
    private func roundTrip(_ value: DBusValue) throws -> DBusValue? {
        let variant = try XCTUnwrap(g_variant_ref_sink(try XCTUnwrap(value.floatingVariant)))
        defer { g_variant_unref(variant) }
        XCTAssertEqual(String(cString: g_variant_get_type_string(variant)), value.signature)
        return DBusValue(variant)
    }

    private let samples: [DBusValue] = [
        .byte(255), .boolean(true), .boolean(false), .int16(-32_768), .uint16(65_535), .int32(.min), .uint32(.max),
        .int64(.min), .uint64(.max), .double(-0.5), .string("é\u{2028}'\""), .string(""), .objectPath("/"),
        .objectPath("/org/bluez/hci0"), .signature("a{sv}"), .unixFD(3), .variant(.string("x")),
        .variant(.variant(.byte(1))), .bytes([]), .bytes([0, 1, 255]), .strings([]), .strings(["a", "b"]),
        .array(of: "o", [.objectPath("/a")]), .array(of: "ay", [.bytes([1]), .bytes([])]), .properties([:]),
        .properties(["Name": .string("x"), "RSSI": .int16(-48)]),
        .dictionary(key: "q", value: "v", [.init(.uint16(0x004c), .variant(.bytes([2, 21])))]),
        .dictionary(key: "o", value: "a{sa{sv}}", []), .structure([]),
        .structure([.byte(1), .structure([.string("")])]),
    ]

    func testEachTypeComesBackAsItself() throws {
        for value in samples { XCTAssertEqual(try roundTrip(value), value, value.signature) }
    }

    func testATextWithNULIsSentWithoutIt() throws {
        XCTAssertEqual(try roundTrip(.string("a\0b")), .string("a\u{FFFD}b"))
    }

    func testAccessorsReadTheirOwnTypeOnly() {
        XCTAssertEqual(samples.compactMap(\.asBoolean), [true, false])
        XCTAssertEqual(samples.compactMap(\.asString).count, 2)
        XCTAssertEqual(samples.compactMap(\.asObjectPath), ["/", "/org/bluez/hci0"])
        XCTAssertEqual(samples.compactMap(\.asBytes), [[], [0, 1, 255]])
        XCTAssertEqual(samples.compactMap(\.asInteger), [255, -32_768, 65_535, -2_147_483_648, 4_294_967_295, .min])
        XCTAssertEqual(samples.compactMap(\.asVariant), [.string("x"), .variant(.byte(1))])
        XCTAssertEqual(samples.compactMap(\.asStrings), [[], ["a", "b"]])
        XCTAssertEqual(samples.compactMap(\.asObjectPaths), [["/a"]])
        XCTAssertEqual(samples.compactMap(\.asProperties), [[:], ["Name": .string("x"), "RSSI": .int16(-48)]])
        XCTAssertEqual(samples.compactMap(\.asEntries).count, 4)
        XCTAssertEqual(samples.compactMap(\.asMembers).count, 6)
    }

    func testOnlyObjectPathsAreObjectPaths() {
        for text in ["", "a", "/a/", "//", "/a b", "/é", "/a\0b"] { XCTAssertNil(ObjectPath(text), text) }
        for text in ["/", "/a", "/a/b_1"] { XCTAssertEqual(ObjectPath(text)?.text, text) }
        XCTAssertTrue(ObjectPath("/a/b").isWithin("/a"))
        XCTAssertTrue(ObjectPath("/a").isWithin("/a"))
        XCTAssertTrue(ObjectPath("/a").isWithin("/"))
        XCTAssertFalse(ObjectPath("/ab").isWithin("/a"))
    }

}
