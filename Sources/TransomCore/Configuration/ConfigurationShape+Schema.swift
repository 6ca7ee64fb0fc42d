// The JSON Schema of the configuration, for editors.
// SPDX-License-Identifier: Apache-2.0

extension ConfigurationShape {
    /// The JSON Schema (2020-12) of what may stand here.
    var schema: JSONValue {
        switch self {
        case .integer(let range, _):
            return [
                "type": "integer", "minimum": .integer(Int64(range.lowerBound)),
                "maximum": .integer(Int64(range.upperBound)),
            ]
        case .seconds(let range):
            return [
                "type": "number", "minimum": .integer(Int64(range.lowerBound)),
                "maximum": .integer(Int64(range.upperBound)),
            ]
        case .oneOf(let values): return ["enum": .array(values.map { .integer(Int64($0)) })]
        case .word(let words): return ["enum": .array(words.map(JSONValue.string))]
        case .text(let kind):
            guard let pattern = kind.pattern else { return ["type": "string"] }
            return ["type": "string", "pattern": .string(pattern)]
        case .parameter(let declaration):
            let one = Self.schema(of: declaration.kind)
            guard declaration.isRepeatable else { return one }
            return ["anyOf": [one, ["type": "array", "items": one, "minItems": 1]]]
        case .list(let element, let maximum):
            return ["type": "array", "items": element.schema, "maxItems": .integer(Int64(maximum))]
        case .object(let fields):
            let members = fields.map { field -> (String, JSONValue) in
                var schema = field.shape.schema.objectValue ?? [:]
                schema["description"] = .string(field.summary)
                if let standard = field.standard { schema["default"] = standard }
                return (field.name, .object(schema))
            }
            return [
                "type": "object", "additionalProperties": false,
                "properties": .object(Dictionary(members, uniquingKeysWith: { first, _ in first })),
            ]
        }
    }

    private static func schema(of kind: ParameterKind) -> JSONValue {
        switch kind {
        case .boolean: ["anyOf": [["type": "boolean"], ["enum": ["true", "false"]]]]
        case .number: ["type": ["number", "string"]]
        case .choice(let words): ["enum": .array(words.map(JSONValue.string))]
        case .text: ["type": ["string", "number", "boolean"]]
        case .origin, .url: ["type": "string"]
        }
    }

    /// The JSON Schema of a whole configuration.
    ///
    /// - Parameter integrations: those that the host has.
    static func document(_ integrations: [any Integration.Type]) -> JSONValue {
        var schema = ConfigurationTable.shape(of: integrations).schema.objectValue ?? [:]
        schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
        schema["title"] = "Configuration of a Transom kiosk"
        return .object(schema)
    }
}

extension ConfigurationText {
    /// A pattern that editors can check; what it lets through is checked again.
    fileprivate var pattern: String? {
        switch self {
        case .name: "^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$"
        case .connector: "^[A-Za-z0-9._-]{1,64}$"
        case .path, .route: "^/"
        case .url, .origin: "^https?://"
        case .rule: "^(https?|app)://"
        case .proxy: "^(https?|socks5)://"
        case .directHost, .schema: nil
        case .language: "^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$"
        case .sink: "^(-|journal|file:/.*)$"
        case .secret: "^(env|file|credential|command|https):"
        }
    }
}
