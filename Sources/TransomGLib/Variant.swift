// GVariant values, built and read without C's variadic functions.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO

/// Builds and reads the few GVariant shapes that Transom exchanges.
///
/// The variadic `g_variant_new` and `g_variant_get` cannot be called from Swift and are not type-checked in C.
package enum Variant {
    /// A new floating string value.
    ///
    /// `g_variant_new_string`.
    package static func string(_ text: String) -> OpaquePointer? {
        g_variant_new_string(text)
    }

    /// A new floating boolean value.
    ///
    /// `g_variant_new_boolean`.
    package static func boolean(_ value: Bool) -> OpaquePointer? {
        g_variant_new_boolean(value ? 1 : 0)
    }

    /// A new floating number of 64 bits.
    ///
    /// `g_variant_new_int64`.
    package static func int64(_ value: Int64) -> OpaquePointer? {
        g_variant_new_int64(gint64(value))
    }

    /// A new floating array of bytes.
    ///
    /// `g_variant_new_from_bytes`.
    package static func bytes(_ data: UnsafeRawBufferPointer) -> OpaquePointer? {
        let bytes = g_bytes_new(data.baseAddress, gsize(data.count))
        defer { g_bytes_unref(bytes) }
        let type = g_variant_type_new("ay")
        defer { g_variant_type_free(type) }
        return g_variant_new_from_bytes(type, bytes, 1)
    }

    /// A new floating array of members of one type, which may be none.
    ///
    /// Takes over the floating members. `g_variant_new_array`.
    package static func array(of type: String, _ members: [OpaquePointer?]) -> OpaquePointer? {
        let type = g_variant_type_new(type)
        defer { g_variant_type_free(type) }
        return members.withUnsafeBufferPointer { g_variant_new_array(type, $0.baseAddress, gsize(members.count)) }
    }

    /// A new floating value that may be absent.
    ///
    /// Takes over the floating value. `g_variant_new_maybe`.
    package static func maybe(of type: String, _ value: OpaquePointer?) -> OpaquePointer? {
        let type = g_variant_type_new(type)
        defer { g_variant_type_free(type) }
        return g_variant_new_maybe(type, value)
    }

    /// A new floating array of strings.
    ///
    /// `g_variant_new_strv`.
    package static func strings(_ texts: [String]) -> OpaquePointer? {
        let copies = texts.map { g_strdup($0) }
        defer { for copy in copies { g_free(copy) } }
        return copies.map { UnsafePointer($0) }.withUnsafeBufferPointer {
            g_variant_new_strv($0.baseAddress, gssize(texts.count))
        }
    }

    /// A new floating tuple.
    ///
    /// Takes over the floating members. `g_variant_new_tuple`.
    package static func tuple(_ members: [OpaquePointer?]) -> OpaquePointer? {
        members.withUnsafeBufferPointer { g_variant_new_tuple($0.baseAddress, gsize(members.count)) }
    }

    /// Reads one member of a tuple or array.
    ///
    /// `g_variant_get_child_value`.
    private static func child<Value>(_ variant: OpaquePointer, _ index: Int, _ read: (OpaquePointer) -> Value?)
        -> Value?
    {
        guard index >= 0, g_variant_is_container(variant) != 0, index < Int(g_variant_n_children(variant)),
            let member = g_variant_get_child_value(variant, gsize(index))
        else { return nil }
        defer { g_variant_unref(member) }
        return read(member)
    }

    private static func hasType(_ variant: OpaquePointer, _ type: String) -> Bool {
        String(cString: g_variant_get_type_string(variant)) == type
    }

    /// The string at an index, or nil when there is none of that type.
    package static func string(_ variant: OpaquePointer, at index: Int) -> String? {
        child(variant, index) { member in
            guard hasType(member, "s") else { return nil }
            var length: gsize = 0
            guard let text = g_variant_get_string(member, &length) else { return nil }
            return String(decoding: UnsafeRawBufferPointer(start: text, count: Int(length)), as: UTF8.self)
        }
    }

    /// The bytes at an index, or nil when there is none of that type.
    package static func bytes(_ variant: OpaquePointer, at index: Int) -> [UInt8]? {
        child(variant, index) { member in
            guard hasType(member, "ay") else { return nil }
            var count: gsize = 0
            let start = g_variant_get_fixed_array(member, &count, 1)
            return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(count)))
        }
    }

    /// The unsigned 64-bit number at an index, or nil when there is none of that type.
    package static func uint64(_ variant: OpaquePointer, at index: Int) -> UInt64? {
        child(variant, index) { hasType($0, "t") ? UInt64(g_variant_get_uint64($0)) : nil }
    }

    /// The unsigned 32-bit number at an index, or nil when there is none of that type.
    package static func uint32(_ variant: OpaquePointer, at index: Int) -> UInt32? {
        child(variant, index) { hasType($0, "u") ? UInt32(g_variant_get_uint32($0)) : nil }
    }

    /// The boolean that a value itself is, or nil when it is none.
    package static func boolean(_ variant: OpaquePointer) -> Bool? {
        hasType(variant, "b") ? g_variant_get_boolean(variant) != 0 : nil
    }

    /// The boolean at an index, or nil when there is none of that type.
    package static func boolean(_ variant: OpaquePointer, at index: Int) -> Bool? {
        child(variant, index) { hasType($0, "b") ? g_variant_get_boolean($0) != 0 : nil }
    }
}
