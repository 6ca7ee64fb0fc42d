// Why a JSON object is no command.
// SPDX-License-Identifier: Apache-2.0

/// Why a JSON object is no command.
public enum CommandError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The text is not JSON.
    case json(JSONFault)
    /// The value is no object, or `command` is missing or no string.
    case notACommand
    /// There is no such command.
    case unknownCommand(given: String, suggestion: String?)
    /// A field that the command needs is missing.
    case missing(command: String, field: String)
    /// A field has a value that it cannot have.
    case invalid(command: String, field: String, expectation: String)
    /// The command has no such field.
    case unknownField(command: String, field: String, suggestion: String?)

    /// The error in one sentence.
    public var description: String {
        switch self {
        case .json(let fault): fault.description
        case .notACommand: "a command is an object such as {\"command\":\"click\",\"selector\":\"text=Pay\"}"
        case .unknownCommand(let given, let suggestion):
            "there is no command \(quoted(given))" + (suggestion.map { "; did you mean \"\($0)\"?" } ?? "")
        case .missing(let command, let field): "\(command) needs the field \"\(field)\""
        case .invalid(let command, let field, let expectation): "\(command): \"\(field)\" is not \(expectation)"
        case .unknownField(let command, let field, let suggestion):
            "\(command) has no field \(quoted(field))" + (suggestion.map { "; did you mean \"\($0)\"?" } ?? "")
        }
    }
}
