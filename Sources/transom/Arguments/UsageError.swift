// Why a command line cannot be understood.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// What is wrong with a command line.
///
/// A value is part of a sentence only as far as `GivenText` shows it: it may be a secret in the wrong place.
nonisolated enum UsageError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Nothing was given.
    case noCommand
    /// No command has that name.
    case unknownCommand(given: String, suggestion: String?)
    /// No option has that name.
    case unknownOption(command: String, given: String, suggestion: String?)
    /// An option that takes a value has none.
    case missingValue(command: String, usage: String)
    /// An option that takes no value has one.
    case unexpectedValue(command: String, flag: String)
    /// An option that takes one of several words has another one.
    case unknownChoice(command: String, flag: String, given: String, possible: [String], suggestion: String?)
    /// The command needs something that is not there; the sentence is the command's.
    case missingPositional(command: String, sentence: String)
    /// Something where the command takes options only.
    case optionsOnly(command: String, given: String)
    /// More than the command takes; what it is may belong to `--secret` and is not kept.
    case extraPositional(command: String, possible: Int)

    /// One sentence, with the command in front.
    var description: String {
        switch self {
        case .noCommand:
            return "no command is given; write transom run hubble, or transom help for what there is"
        case .unknownCommand(let given, let suggestion):
            return "unknown command \(TransomCore.quoted(given))\(Self.hint(suggestion)) (transom help lists them)"
        case .unknownOption(let command, let given, let suggestion):
            return
                "\(command): unknown option \(Self.shown(given))\(Self.hint(suggestion, quoted: false)) (transom help \(command) lists them)"
        case .missingValue(let command, let usage):
            return "\(command): \(usage.prefix { $0 != " " }) has no value; write \(usage)"
        case .unexpectedValue(let command, let flag):
            return "\(command): \(flag) takes no value; write \(flag) alone"
        case .unknownChoice(let command, let flag, let given, let possible, let suggestion):
            return "\(command): \(flag) takes \(Self.list(possible)), not \(GivenText.shown(given))"
                + Self.hint(suggestion)
        case .missingPositional(let command, let sentence):
            return "\(command): \(sentence)"
        case .optionsOnly(let command, let given):
            return
                "\(command): takes options only, not \(GivenText.shown(given)) (transom help \(command) says what it takes)"
        case .extraPositional(let command, let possible):
            let names = possible == 1 ? "one name" : "\(possible) names"
            return "\(command): takes \(names), and more are given (transom help \(command) says what it takes)"
        }
    }

    private static func hint(_ suggestion: String?, quoted: Bool = true) -> String {
        guard let suggestion else { return "" }
        return quoted ? "; did you mean \"\(suggestion)\"?" : "; did you mean \(suggestion)?"
    }

    /// Words as a sentence has them: `a`, `a or b`, `a, b or c`.
    private static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "nothing" }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }

    /// The name of an option as it was typed, in quotation marks where it does not look like one.
    private static func shown(_ flag: String) -> String {
        let isPlain = flag.utf8.count <= 32 && flag.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2D }
        return isPlain ? flag : TransomCore.quoted(flag)
    }
}
