// Values of a bus as GVariants, and back.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import TransomGLib

extension DBusValue {
    /// A new floating GVariant.
    ///
    /// A member that is not of its array's type, or a signature that is none, is a mistake of ours and stops the process.
    var floatingVariant: OpaquePointer? {
        switch self {
        case .byte(let value): g_variant_new_byte(value)
        case .boolean(let value): g_variant_new_boolean(value ? 1 : 0)
        case .int16(let value): g_variant_new_int16(value)
        case .uint16(let value): g_variant_new_uint16(value)
        case .int32(let value): g_variant_new_int32(value)
        case .uint32(let value): g_variant_new_uint32(value)
        case .int64(let value): g_variant_new_int64(gint64(value))
        case .uint64(let value): g_variant_new_uint64(guint64(value))
        case .double(let value): g_variant_new_double(value)
        case .string(let text): g_variant_new_string(Self.withoutNUL(text))
        case .objectPath(let path): g_variant_new_object_path(path.text)
        case .signature(let text): g_variant_new_signature(text)
        case .unixFD(let index): g_variant_new_handle(index)
        case .variant(let value): g_variant_new_variant(value.floatingVariant)
        case .bytes(let bytes):
            bytes.withUnsafeBytes { buffer in
                Self.withType("y") { g_variant_new_fixed_array($0, buffer.baseAddress, gsize(buffer.count), 1) }
            }
        case .array(let element, let members):
            Self.array(
                element,
                members.map {
                    precondition(
                        $0.signature == element, "A value of type \($0.signature) is in an array of \(element).")
                    return $0.floatingVariant
                })
        case .dictionary(let key, let value, let entries):
            Self.array(
                "{" + key + value + "}",
                entries.map {
                    precondition(
                        $0.key.signature == key && $0.value.signature == value,
                        "An entry of types \($0.key.signature)\($0.value.signature) is in a dictionary of \(key)\(value)."
                    )
                    return g_variant_new_dict_entry($0.key.floatingVariant, $0.value.floatingVariant)
                })
        case .structure(let members): Variant.tuple(members.map(\.floatingVariant))
        }
    }

    /// A new floating tuple: what a call's arguments and a reply are.
    static func floatingTuple(_ values: [DBusValue]) -> OpaquePointer? {
        Variant.tuple(values.map(\.floatingVariant))
    }

    private static func withoutNUL(_ text: String) -> String {
        guard text.utf8.contains(0) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value == 0 ? "\u{FFFD}" : $0 }))
    }

    private static func withType<Result>(_ signature: String, _ body: (OpaquePointer?) -> Result) -> Result {
        precondition(g_variant_type_string_is_valid(signature) != 0, "\(signature) is not a signature.")
        let type = g_variant_type_new(signature)
        defer { g_variant_type_free(type) }
        return body(type)
    }

    private static func array(_ element: String, _ members: [OpaquePointer?]) -> OpaquePointer? {
        withType(element) { type in
            members.withUnsafeBufferPointer { g_variant_new_array(type, $0.baseAddress, gsize(members.count)) }
        }
    }

    /// Reads a GVariant, whatever its type.
    ///
    /// Nil for the types that GVariant has and D-Bus has not.
    init?(_ variant: OpaquePointer) {
        switch g_variant_classify(variant) {
        case G_VARIANT_CLASS_BYTE: self = .byte(g_variant_get_byte(variant))
        case G_VARIANT_CLASS_BOOLEAN: self = .boolean(g_variant_get_boolean(variant) != 0)
        case G_VARIANT_CLASS_INT16: self = .int16(g_variant_get_int16(variant))
        case G_VARIANT_CLASS_UINT16: self = .uint16(g_variant_get_uint16(variant))
        case G_VARIANT_CLASS_INT32: self = .int32(g_variant_get_int32(variant))
        case G_VARIANT_CLASS_UINT32: self = .uint32(g_variant_get_uint32(variant))
        case G_VARIANT_CLASS_INT64: self = .int64(Int64(g_variant_get_int64(variant)))
        case G_VARIANT_CLASS_UINT64: self = .uint64(UInt64(g_variant_get_uint64(variant)))
        case G_VARIANT_CLASS_DOUBLE: self = .double(g_variant_get_double(variant))
        case G_VARIANT_CLASS_STRING: self = .string(Self.text(variant))
        case G_VARIANT_CLASS_SIGNATURE: self = .signature(Self.text(variant))
        case G_VARIANT_CLASS_OBJECT_PATH:
            guard let path = ObjectPath(Self.text(variant)) else { return nil }
            self = .objectPath(path)
        case G_VARIANT_CLASS_HANDLE: self = .unixFD(g_variant_get_handle(variant))
        case G_VARIANT_CLASS_VARIANT:
            guard let member = Self.members(variant).first, let member else { return nil }
            self = .variant(member)
        case G_VARIANT_CLASS_TUPLE:
            self = .structure(Self.members(variant).compactMap { $0 })
        case G_VARIANT_CLASS_ARRAY:
            let element = String(cString: g_variant_get_type_string(variant)).dropFirst()
            if element == "y" {
                var count: gsize = 0
                let start = g_variant_get_fixed_array(variant, &count, 1)
                self = .bytes(Array(UnsafeRawBufferPointer(start: start, count: Int(count))))
            } else if element.first == "{" {
                let key = element.dropFirst().prefix(1)
                self = .dictionary(
                    key: String(key), value: String(element.dropFirst(2).dropLast()), Self.entries(variant))
            } else {
                self = .array(of: String(element), Self.members(variant).compactMap { $0 })
            }
        default: return nil
        }
    }

    /// The members of a tuple: what a call's arguments and a reply are.
    static func members(ofTuple variant: OpaquePointer?) -> [DBusValue] {
        guard let variant, g_variant_is_container(variant) != 0 else { return [] }
        return members(variant).compactMap { $0 }
    }

    private static func text(_ variant: OpaquePointer) -> String {
        var length: gsize = 0
        let start = g_variant_get_string(variant, &length)
        return String(decoding: UnsafeRawBufferPointer(start: start, count: Int(length)), as: UTF8.self)
    }

    private static func members(_ variant: OpaquePointer) -> [DBusValue?] {
        (0..<g_variant_n_children(variant)).map { index in
            guard let member = g_variant_get_child_value(variant, index) else { return nil }
            defer { g_variant_unref(member) }
            return DBusValue(member)
        }
    }

    private static func entries(_ variant: OpaquePointer) -> [Entry] {
        (0..<g_variant_n_children(variant)).compactMap { index in
            guard let entry = g_variant_get_child_value(variant, index) else { return nil }
            defer { g_variant_unref(entry) }
            let pair = members(entry)
            guard pair.count == 2, let key = pair[0], let value = pair[1] else { return nil }
            return Entry(key, value)
        }
    }
}
