// A JSON value as the host holds it: what a page said, and what an event carries.
// SPDX-License-Identifier: Apache-2.0

/// A JSON value as the host holds it: what a page said, and what an event carries.
///
/// Integers and other numbers are kept apart, as are numbers and booleans, because a consumer that compares amounts must
/// see what the page sent. An object does not keep the order of its keys; it is written in the order of their bytes.
public enum JSONValue: Sendable, Equatable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number without fraction and exponent that fits 64 bits.
    case integer(Int64)
    /// Any other number.
    case number(JSONNumber)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object.
    case object([String: JSONValue])

    /// The value of a double, or nothing where it is infinite or NaN.
    public init?(double: Double) {
        guard let number = JSONNumber(double) else { return nil }
        self = .number(number)
    }

    /// The member of that name, or nothing where this is no object or has none.
    public subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }

    /// The text of a string, or nothing.
    public var stringValue: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The members of an object, or nothing.
    public var objectValue: [String: JSONValue]? {
        guard case .object(let members) = self else { return nil }
        return members
    }

    /// Whether this is an integer or another number.
    public var isNumber: Bool {
        switch self {
        case .integer, .number: true
        case .null, .bool, .string, .array, .object: false
        }
    }

    /// The name that JSON Schema has for the kind of this value.
    public var kind: String {
        switch self {
        case .null: "null"
        case .bool: "boolean"
        case .integer: "integer"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }

    /// The same value with every text in it passed through a function: strings, the names of members, and numbers as they
    /// are written; a number that comes back changed is a string then.
    ///
    /// - Parameter transform: called for each text; where two names become the same one, the later by byte order stays.
    public func mapStrings(_ transform: (String) -> String) -> JSONValue {
        switch self {
        case .null, .bool: return self
        case .integer, .number:
            let text = JSONText.encode(self)
            let transformed = transform(text)
            return transformed == text ? self : .string(transformed)
        case .string(let text): return .string(transform(text))
        case .array(let elements): return .array(elements.map { $0.mapStrings(transform) })
        case .object(let members):
            var mapped: [String: JSONValue] = [:]
            for name in members.keys.sorted(by: JSONText.precedes) {
                mapped[transform(name)] = members[name]?.mapStrings(transform)
            }
            return .object(mapped)
        }
    }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// `null`.
    public init(nilLiteral: ()) { self = .null }
    /// A boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// An integer.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// An array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// An object; of two members with one name the later stays.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements, uniquingKeysWith: { _, later in later }))
    }
}
