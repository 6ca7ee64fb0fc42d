// The texts of an integration's parameter in a configuration.
// SPDX-License-Identifier: Apache-2.0

/// The texts of an integration's parameter in a configuration, as a command line would give them.
enum ConfigurationParameter {
    /// One text for a text, a number or a boolean, several for an array of those, and none for anything else.
    static func texts(_ node: ConfigurationNode) -> [String] {
        switch node.content {
        case .scalar(let value): text(value).map { [$0] } ?? []
        case .array(let elements):
            elements.allSatisfy { !texts($0).isEmpty && $0.elements.isEmpty } ? elements.flatMap(texts) : []
        case .object: []
        }
    }

    private static func text(_ value: JSONValue) -> String? {
        switch value {
        case .string(let text): text
        case .bool(let flag): flag ? "true" : "false"
        case .integer, .number: JSONText.encode(value)
        case .null, .array, .object: nil
        }
    }
}
