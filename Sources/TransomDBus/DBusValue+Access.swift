// Reading a value of a bus as a Swift value.
// SPDX-License-Identifier: Apache-2.0

extension DBusValue {
    /// The boolean, or nil when the value is something else.
    package var asBoolean: Bool? { if case .boolean(let value) = self { value } else { nil } }

    /// The text of a string, or nil when the value is something else.
    package var asString: String? { if case .string(let value) = self { value } else { nil } }

    /// The object path, or nil when the value is something else.
    package var asObjectPath: ObjectPath? { if case .objectPath(let value) = self { value } else { nil } }

    /// The bytes of an array of bytes, or nil when the value is something else.
    package var asBytes: [UInt8]? { if case .bytes(let value) = self { value } else { nil } }

    /// The value of any integer type, or nil when the value is something else or does not fit.
    package var asInteger: Int? {
        switch self {
        case .byte(let value): Int(value)
        case .int16(let value): Int(value)
        case .uint16(let value): Int(value)
        case .int32(let value): Int(value)
        case .uint32(let value): Int(value)
        case .int64(let value): Int(value)
        case .uint64(let value): Int(exactly: value)
        default: nil
        }
    }

    /// What a variant holds, or nil when the value is none.
    package var asVariant: DBusValue? { if case .variant(let value) = self { value } else { nil } }

    /// The members of an array or a structure, or nil when the value is something else.
    package var asMembers: [DBusValue]? {
        switch self {
        case .array(_, let members), .structure(let members): members
        default: nil
        }
    }

    /// The texts of an array of strings, or nil when the value is something else.
    package var asStrings: [String]? {
        if case .array(of: "s", let members) = self { members.compactMap(\.asString) } else { nil }
    }

    /// The paths of an array of object paths, or nil when the value is something else.
    package var asObjectPaths: [ObjectPath]? {
        if case .array(of: "o", let members) = self { members.compactMap(\.asObjectPath) } else { nil }
    }

    /// The entries of a dictionary, or nil when the value is something else.
    package var asEntries: [Entry]? { if case .dictionary(_, _, let entries) = self { entries } else { nil } }

    /// A dictionary from names to variants with the variants opened, or nil when the value is something else.
    package var asProperties: [String: DBusValue]? {
        guard case .dictionary(key: "s", value: "v", let entries) = self else { return nil }
        var values: [String: DBusValue] = [:]
        values.reserveCapacity(entries.count)
        for entry in entries {
            if let name = entry.key.asString, let value = entry.value.asVariant { values[name] = value }
        }
        return values
    }
}
