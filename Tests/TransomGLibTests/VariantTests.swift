// GVariants that come from another process and may have any shape.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import TransomGLib
import XCTest

final class VariantTests: XCTestCase {
    private func owned(_ variant: OpaquePointer?) throws -> OpaquePointer {
        try XCTUnwrap(g_variant_ref_sink(try XCTUnwrap(variant)))
    }

    private func parsed(_ text: String) throws -> OpaquePointer {
        try XCTUnwrap(g_variant_parse(nil, text, nil, nil, nil))
    }

    func testWhatIsBuiltIsRead() throws {
        let variant = try owned(
            Variant.tuple([Variant.string("é\u{2028}"), Variant.strings(["a", ""]), Variant.string("")]))
        defer { g_variant_unref(variant) }
        XCTAssertEqual(String(cString: g_variant_get_type_string(variant)), "(sass)")
        XCTAssertEqual(Variant.string(variant, at: 0), "é\u{2028}")
        XCTAssertEqual(Variant.string(variant, at: 2), "")
        let list = try XCTUnwrap(g_variant_get_child_value(variant, 1))
        defer { g_variant_unref(list) }
        XCTAssertEqual(Variant.string(list, at: 0), "a")
        XCTAssertEqual(Variant.string(list, at: 1), "")
    }

    func testAnEmptyListIsOne() throws {
        let variant = try owned(Variant.strings([]))
        defer { g_variant_unref(variant) }
        XCTAssertEqual(g_variant_n_children(variant), 0)
        XCTAssertEqual(String(cString: g_variant_get_type_string(variant)), "as")
    }

    func testEachTypeIsReadAsItself() throws {
        let variant = try parsed("('text', uint64 18446744073709551615, true)")
        defer { g_variant_unref(variant) }
        XCTAssertEqual(Variant.string(variant, at: 0), "text")
        XCTAssertEqual(Variant.uint64(variant, at: 1), .max)
        XCTAssertEqual(Variant.boolean(variant, at: 2), true)
    }

    func testAWrongTypeIsNil() throws {
        let variant = try parsed("('text', uint64 1, true, int64 -1, <'boxed'>, ['a'], objectpath '/a', uint32 4)")
        defer { g_variant_unref(variant) }
        for index in [1, 2, 3, 4, 5, 6, 7] { XCTAssertNil(Variant.string(variant, at: index), "\(index)") }
        for index in [0, 2, 3, 4, 5, 6, 7] { XCTAssertNil(Variant.uint64(variant, at: index), "\(index)") }
        for index in [0, 1, 3, 4, 5, 6, 7] { XCTAssertNil(Variant.boolean(variant, at: index), "\(index)") }
    }

    func testAnIndexThatIsNotThereIsNil() throws {
        let variant = try parsed("('text',)")
        defer { g_variant_unref(variant) }
        for index in [1, 2, Int.max, -1, Int.min] {
            XCTAssertNil(Variant.string(variant, at: index), "\(index)")
            XCTAssertNil(Variant.uint64(variant, at: index), "\(index)")
            XCTAssertNil(Variant.boolean(variant, at: index), "\(index)")
        }
    }

    func testWhatHasNoMembersIsNil() throws {
        for text in ["'text'", "uint64 3", "true", "()", "@as []", "@ms nothing"] {
            let variant = try parsed(text)
            defer { g_variant_unref(variant) }
            XCTAssertNil(Variant.string(variant, at: 0), text)
            XCTAssertNil(Variant.uint64(variant, at: 0), text)
            XCTAssertNil(Variant.boolean(variant, at: 0), text)
        }
    }
}
