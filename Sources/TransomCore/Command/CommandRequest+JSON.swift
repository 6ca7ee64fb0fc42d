// Commands as JSON.
// SPDX-License-Identifier: Apache-2.0

extension CommandRequest {
    /// Reads one line of the control pipe.
    ///
    /// - Parameter text: one JSON object.
    /// - Throws: what is wrong with it; a field that the command does not have is wrong too.
    public init(json text: String) throws(CommandError) {
        let value: JSONValue
        do throws(JSONFault) { value = try JSONParser.parse(text) } catch { throw .json(error) }
        try self.init(value)
    }

    /// Reads a command: `{"command":"click","selector":"text=Pay","target":"main","timeout":5,"id":"7"}`.
    ///
    /// - Parameter value: an object.
    /// - Throws: what is wrong with it.
    public init(_ value: JSONValue) throws(CommandError) {
        guard case .object(let members) = value, case .string(let name)? = members["command"] else {
            throw .notACommand
        }
        guard let verb = Command.Verb(rawValue: name) else {
            let names = Command.Verb.allCases.map(\.rawValue)
            throw .unknownCommand(given: name, suggestion: NearestName.suggestion(for: name, in: names))
        }
        var fields = CommandFields(command: name, members: members, known: ["command"])
        id = try fields.optionalString("id")
        target = try fields.optionalString("target").map(CommandTarget.init) ?? .main
        guard let seconds = try fields.optionalNumber("timeout") else {
            timeout = nil
            command = try Command(verb, &fields)
            return
        }
        guard seconds <= 86_400 else { throw fields.invalid("timeout", "a number of seconds up to 86400") }
        timeout = .milliseconds(Int((seconds * 1_000).rounded()))
        command = try Command(verb, &fields)
    }

    /// The id in a line that is no command: it may be right where something else is not.
    package static func id(in text: String) -> String? {
        guard let value = try? JSONParser.parse(text) else { return nil }
        return value["id"]?.stringValue
    }

    /// The command as an object.
    public var json: JSONValue {
        var members = command.fields
        members["command"] = .string(command.verb.rawValue)
        if let id { members["id"] = .string(id) }
        if target != .main { members["target"] = .string(target.description) }
        if let timeout {
            let parts = timeout.components
            let milliseconds = parts.seconds * 1_000 + parts.attoseconds / 1_000_000_000_000_000
            members["timeout"] =
                milliseconds % 1_000 == 0
                ? .integer(milliseconds / 1_000) : JSONValue(double: Double(milliseconds) / 1_000) ?? .null
        }
        return .object(members)
    }
}

extension CommandRequest: Codable {
    /// Reads a command from any decoder; the errors are those of ``init(_:)``.
    public init(from decoder: any Decoder) throws {
        try self.init(JSONValue(from: decoder))
    }

    /// Writes the command as the object of ``json``.
    public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}
