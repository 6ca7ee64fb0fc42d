// A value in a configuration file, with its place.
// SPDX-License-Identifier: Apache-2.0

/// A value in a configuration file, with its place.
struct ConfigurationNode: Sendable, Equatable {
    /// What the value is.
    indirect enum Content: Sendable, Equatable {
        /// Null, a boolean, a number or a string.
        case scalar(JSONValue)
        /// An array.
        case array([ConfigurationNode])
        /// An object, its members in the order of the file.
        case object([Member])
    }

    /// A member of an object.
    struct Member: Sendable, Equatable {
        /// The key.
        let name: String
        /// Where the key stands, which is where an editor is sent.
        let place: ConfigurationPlace
        /// The value.
        var value: ConfigurationNode
    }

    /// What the value is.
    var content: Content
    /// Where the value stands.
    let place: ConfigurationPlace

    /// The value of the member of that name, or nothing where this is no object or has none.
    subscript(name: String) -> ConfigurationNode? { member(name)?.value }

    /// The member of that name.
    func member(_ name: String) -> Member? { members.first { $0.name == name } }

    /// The members of an object, or none.
    var members: [Member] {
        guard case .object(let members) = content else { return [] }
        return members
    }

    /// The elements of an array, or none.
    var elements: [ConfigurationNode] {
        guard case .array(let elements) = content else { return [] }
        return elements
    }

    /// The text of a string, or nothing.
    var text: String? {
        guard case .scalar(let value) = content else { return nil }
        return value.stringValue
    }

    /// A finite number, or nothing.
    var number: Double? {
        guard case .scalar(let value) = content else { return nil }
        switch value {
        case .integer(let integer): return Double(integer)
        case .number(let number): return number.value
        default: return nil
        }
    }

    /// The value without places.
    var json: JSONValue {
        switch content {
        case .scalar(let value): value
        case .array(let elements): .array(elements.map(\.json))
        case .object(let members):
            .object(Dictionary(members.map { ($0.name, $0.value.json) }, uniquingKeysWith: { _, later in later }))
        }
    }

    /// This value with another file's over it: objects merge, everything else is replaced.
    func merging(_ over: ConfigurationNode) -> ConfigurationNode {
        guard case .object(var members) = content, case .object(let others) = over.content else { return over }
        for other in others {
            guard let index = members.firstIndex(where: { $0.name == other.name }) else {
                members.append(other)
                continue
            }
            let merged = members[index].value.merging(other.value)
            members[index] = Member(name: other.name, place: other.place, value: merged)
        }
        return ConfigurationNode(content: .object(members), place: place)
    }
}
