// A history whose next page is a request with a body.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import Foundation
import TransomGLib

/// Adds a request with a body to the serialised history of a view.
///
/// `WebKitURIRequest` has neither a method nor a body, but the engine keeps the form that led to a page in the page's
/// history item and sends it when it goes there. The format is that of `webkit_web_view_session_state_serialize`; one of
/// another version is left alone.
enum PostedHistory {
    private static let body = "(sa(uaysxmxmds))"
    private static let item = "(s(ssssasmayxx(ii)dm\(body)av)u)"
    private static let version = 2

    /// The history up to its current page, with the request after it.
    ///
    /// - Parameters:
    ///   - request: What is to be sent.
    ///   - state: The history's bytes.
    ///   - number: What tells the new item from every other one.
    /// - Returns: The bytes, and whether there is a current page before the new one; nil where the format is not known.
    static func adding(_ request: PostedRequest, to state: Data, number: Int64) -> (state: Data, hasCurrent: Bool)? {
        guard let history = variant(state, of: "(qa\(item)mu)") else { return nil }
        defer { g_variant_unref(history) }
        guard g_variant_is_normal_form(history) != 0, let (items, current) = parts(of: history) else { return nil }
        let kept = current.map { items.prefix(Int($0) + 1) } ?? []
        let index = current.map { g_variant_new_uint32($0) } ?? g_variant_new_uint32(0)
        let whole = Variant.tuple([
            g_variant_new_uint16(guint16(version)),
            Variant.array(of: item, kept.map { $0 } + [newItem(request, number)]),
            Variant.maybe(of: "u", index),
        ])
        for item in items { g_variant_unref(item) }
        guard let sunk = whole.flatMap({ g_variant_ref_sink($0) }) else { return nil }
        defer { g_variant_unref(sunk) }
        guard let start = g_variant_get_data(sunk) else { return nil }
        return (Data(bytes: start, count: Int(g_variant_get_size(sunk))), current != nil)
    }

    private static func variant(_ data: Data, of type: String) -> OpaquePointer? {
        let bytes = data.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
        defer { g_bytes_unref(bytes) }
        let type = g_variant_type_new(type)
        defer { g_variant_type_free(type) }
        return g_variant_new_from_bytes(type, bytes, 0).flatMap { g_variant_ref_sink($0) }
    }

    /// The items, which the caller lets go of, and which of them is the current one.
    private static func parts(of history: OpaquePointer) -> (items: [OpaquePointer], current: UInt32?)? {
        guard let number = g_variant_get_child_value(history, 0), let list = g_variant_get_child_value(history, 1),
            let index = g_variant_get_child_value(history, 2)
        else { return nil }
        defer { for value in [number, list, index] { g_variant_unref(value) } }
        guard Int(g_variant_get_uint16(number)) == version else { return nil }
        let count = g_variant_n_children(list)
        let current = Variant.uint32(index, at: 0)
        guard current.map({ $0 < count }) ?? true else { return nil }
        return ((0..<count).compactMap { g_variant_get_child_value(list, $0) }, current)
    }

    private static func newItem(_ request: PostedRequest, _ number: Int64) -> OpaquePointer? {
        let element = Variant.tuple([
            g_variant_new_uint32(0), request.body.withUnsafeBytes { Variant.bytes($0) }, Variant.string(""),
            Variant.int64(0), Variant.maybe(of: "x", nil), Variant.maybe(of: "d", nil), Variant.string(""),
        ])
        let form = Variant.tuple([
            Variant.string(request.contentType), Variant.array(of: "(uaysxmxmds)", [element]),
        ])
        let frame = Variant.tuple([
            Variant.string(request.url), Variant.string(request.url), Variant.string(request.referrer),
            Variant.string(""), Variant.array(of: "s", []), Variant.maybe(of: "ay", nil), Variant.int64(number),
            Variant.int64(number + 1), Variant.tuple([g_variant_new_int32(0), g_variant_new_int32(0)]),
            g_variant_new_double(0), Variant.maybe(of: body, form), Variant.array(of: "v", []),
        ])
        // A page that the app loads may lead to other programs, as one that it loads by GET.
        return Variant.tuple([Variant.string(""), frame, g_variant_new_uint32(1)])
    }
}
