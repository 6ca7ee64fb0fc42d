// What the data of an event look like: the part of JSON Schema that events need.
// SPDX-License-Identifier: Apache-2.0

/// What the data of an event look like: the part of JSON Schema (2020-12) that events need.
///
/// It is written as JSON for `transom integrations --json` and checks values for tests.
public indirect enum JSONSchema: Sendable, Equatable {
    /// Any value.
    case any
    /// A string.
    case string
    /// One of these strings.
    case oneOf([String])
    /// A string that is an origin, or `null` for an opaque one, or `*` for several.
    case origin
    /// `true` or `false`.
    case boolean
    /// A whole number.
    case integer
    /// A number.
    case number
    /// An array of such values.
    case array(JSONSchema)
    /// An object with these members; those in `optional` may be missing, others may be there only if `open`.
    case members([String: JSONSchema], optional: Set<String>, isOpen: Bool)

    /// An object that has all of these members and may have more.
    public static func object(_ members: [String: JSONSchema], optional: Set<String> = []) -> JSONSchema {
        .members(members, optional: optional, isOpen: true)
    }

    /// The schema as JSON.
    public var json: JSONValue {
        switch self {
        case .any: return [:]
        case .string, .origin: return ["type": "string"]
        case .oneOf(let words): return ["type": "string", "enum": .array(words.map(JSONValue.string))]
        case .boolean: return ["type": "boolean"]
        case .integer: return ["type": "integer"]
        case .number: return ["type": "number"]
        case .array(let element): return ["type": "array", "items": element.json]
        case .members(let members, let optional, let isOpen):
            let required = members.keys.filter { !optional.contains($0) }.sorted()
            var schema: [String: JSONValue] = [
                "type": "object", "properties": .object(members.mapValues(\.json)),
                "required": .array(required.map(JSONValue.string)),
            ]
            if !isOpen { schema["additionalProperties"] = false }
            return .object(schema)
        }
    }

    /// Everything about a value that the schema does not allow, a sentence each; empty where it fits.
    ///
    /// - Parameters:
    ///   - value: the value to check.
    ///   - path: where the value stands, for the sentences.
    public func mismatches(in value: JSONValue, at path: String = "data") -> [String] {
        switch (self, value) {
        case (.any, _), (.string, .string), (.origin, .string), (.boolean, .bool), (.integer, .integer),
            (.number, .integer), (.number, .number):
            return []
        case (.oneOf(let words), .string(let text)):
            return words.contains(text)
                ? [] : ["\(path) is \(quoted(text)), not one of \(words.joined(separator: ", "))"]
        case (.array(let element), .array(let values)):
            return values.enumerated().flatMap { element.mismatches(in: $1, at: "\(path)[\($0)]") }
        case (.members(let members, let optional, let isOpen), .object(let values)):
            var found: [String] = []
            for (name, schema) in members.sorted(by: { $0.key < $1.key }) {
                if let value = values[name] {
                    found += schema.mismatches(in: value, at: "\(path).\(name)")
                } else if !optional.contains(name) {
                    found.append("\(path).\(name) is missing")
                }
            }
            if !isOpen {
                for name in values.keys.sorted() where members[name] == nil {
                    found.append("\(path).\(name) is not known")
                }
            }
            return found
        default:
            return ["\(path) is of kind \(value.kind), not \(name)"]
        }
    }

    private var name: String {
        switch self {
        case .any: "any"
        case .string, .oneOf: "string"
        case .origin: "origin"
        case .boolean: "boolean"
        case .integer: "integer"
        case .number: "number"
        case .array: "array"
        case .members: "object"
        }
    }
}
