// A value that travels over a bus.
// SPDX-License-Identifier: Apache-2.0

/// A value that travels over a bus, under the D-Bus specification's names for its types.
///
/// Arrays and dictionaries carry the signature of what they hold, so that an empty one has a type too.
package enum DBusValue: Equatable, Sendable {
    case byte(UInt8)
    case boolean(Bool)
    case int16(Int16)
    case uint16(UInt16)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    /// UTF-8 without NUL; a NUL is sent as U+FFFD.
    case string(String)
    case objectPath(ObjectPath)
    /// A signature that came from a bus, or that is one.
    case signature(String)
    /// The index of a descriptor that travels beside the values.
    case unixFD(Int32)
    indirect case variant(DBusValue)
    /// An array of bytes, `ay`.
    case bytes([UInt8])
    /// Any other array: the signature of its members, and the members.
    case array(of: String, [DBusValue])
    /// A dictionary: the signatures of keys and values, and the entries in the order of the wire.
    case dictionary(key: String, value: String, [Entry])
    case structure([DBusValue])

    /// One entry of a dictionary.
    package struct Entry: Equatable, Sendable {
        /// A value of a basic type.
        package let key: DBusValue
        /// The value of that key.
        package let value: DBusValue

        /// Makes an entry.
        package init(_ key: DBusValue, _ value: DBusValue) {
            self.key = key
            self.value = value
        }
    }

    /// An array of strings, `as`.
    package static func strings(_ texts: [String]) -> DBusValue { .array(of: "s", texts.map { .string($0) }) }

    /// A dictionary from names to variants, `a{sv}`: what properties and options are.
    ///
    /// The entries are sorted by name, so that the same dictionary is always the same bytes.
    package static func properties(_ values: [String: DBusValue]) -> DBusValue {
        .dictionary(
            key: "s", value: "v",
            values.sorted { $0.key < $1.key }.map { Entry(.string($0.key), .variant($0.value)) })
    }

    /// The D-Bus signature of the value's type.
    package var signature: String {
        switch self {
        case .byte: "y"
        case .boolean: "b"
        case .int16: "n"
        case .uint16: "q"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .string: "s"
        case .objectPath: "o"
        case .signature: "g"
        case .unixFD: "h"
        case .variant: "v"
        case .bytes: "ay"
        case .array(let element, _): "a" + element
        case .dictionary(let key, let value, _): "a{" + key + value + "}"
        case .structure(let members): "(" + members.map(\.signature).joined() + ")"
        }
    }
}
