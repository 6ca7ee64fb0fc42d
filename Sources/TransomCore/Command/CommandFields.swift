// Reads the fields of a command and keeps account of them.
// SPDX-License-Identifier: Apache-2.0

/// Reads the fields of a command and keeps account of them, so that a misspelled one is not passed over.
struct CommandFields {
    let command: String
    private let members: [String: JSONValue]
    private var known: Set<String>

    init(command: String, members: [String: JSONValue], known: Set<String>) {
        self.command = command
        self.members = members
        self.known = known
    }

    private mutating func value(_ name: String) -> JSONValue? {
        known.insert(name)
        guard let value = members[name], value != .null else { return nil }
        return value
    }

    /// A string that may be missing.
    mutating func optionalString(_ name: String) throws(CommandError) -> String? {
        guard let value = value(name) else { return nil }
        guard case .string(let text) = value else { throw invalid(name, "a string") }
        return text
    }

    /// A string that must be there.
    mutating func string(_ name: String) throws(CommandError) -> String {
        guard let text = try optionalString(name) else { throw .missing(command: command, field: name) }
        return text
    }

    /// A value of any kind, nothing where it is missing; `null` counts as a value.
    mutating func any(_ name: String) -> JSONValue? {
        known.insert(name)
        return members[name]
    }

    /// A boolean that must be there.
    mutating func boolean(_ name: String) throws(CommandError) -> Bool {
        guard let value = value(name) else { throw .missing(command: command, field: name) }
        guard case .bool(let flag) = value else { throw invalid(name, "true or false") }
        return flag
    }

    /// A number from zero that may be missing.
    mutating func optionalNumber(_ name: String) throws(CommandError) -> Double? {
        switch value(name) {
        case nil: return nil
        case .integer(let number)? where number >= 0: return Double(number)
        case .number(let number)? where number.value >= 0: return number.value
        default: throw invalid(name, "a number from 0")
        }
    }

    /// An object whose members are all strings, empty where it is missing.
    mutating func strings(_ name: String) throws(CommandError) -> [String: String] {
        guard let value = value(name) else { return [:] }
        guard case .object(let members) = value else { throw invalid(name, "an object of strings") }
        var strings: [String: String] = [:]
        for (key, member) in members {
            guard case .string(let text) = member else { throw invalid(name, "an object of strings") }
            strings[key] = text
        }
        return strings
    }

    /// An object whose members are strings or arrays of strings, empty where it is missing.
    mutating func lists(_ name: String) throws(CommandError) -> [String: [String]] {
        guard let value = value(name) else { return [:] }
        let expectation = "an object of strings or arrays of strings"
        guard case .object(let members) = value else { throw invalid(name, expectation) }
        var lists: [String: [String]] = [:]
        for (key, member) in members {
            switch member {
            case .string(let text): lists[key] = [text]
            case .array(let elements):
                let texts = elements.compactMap(\.stringValue)
                guard texts.count == elements.count else { throw invalid(name, expectation) }
                lists[key] = texts
            default: throw invalid(name, expectation)
            }
        }
        return lists
    }

    /// An array of strings that must be there.
    mutating func list(_ name: String) throws(CommandError) -> [String] {
        guard let value = value(name) else { throw .missing(command: command, field: name) }
        guard case .array(let elements) = value else { throw invalid(name, "an array of strings") }
        var list: [String] = []
        for element in elements {
            guard case .string(let text) = element else { throw invalid(name, "an array of strings") }
            list.append(text)
        }
        return list
    }

    /// One of the words of an enum.
    mutating func word<Word: RawRepresentable & CaseIterable>(
        _ name: String, _ type: Word.Type, standard: Word? = nil
    ) throws(CommandError) -> Word where Word.RawValue == String {
        guard let text = try optionalString(name) else {
            guard let standard else { throw .missing(command: command, field: name) }
            return standard
        }
        guard let word = Word(rawValue: text) else {
            throw invalid(name, Word.allCases.map(\.rawValue).joined(separator: " or "))
        }
        return word
    }

    /// Refuses what was not asked for.
    func finish() throws(CommandError) {
        for name in members.keys.sorted() where !known.contains(name) {
            throw .unknownField(
                command: command, field: name, suggestion: NearestName.suggestion(for: name, in: known.sorted()))
        }
    }

    func invalid(_ field: String, _ expectation: String) -> CommandError {
        .invalid(command: command, field: field, expectation: expectation)
    }
}
