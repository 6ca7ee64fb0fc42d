// Splits a command line into the command, its options and the rest, by the table of commands.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// Splits a command line by the table of commands.
///
/// It knows the form of arguments and nothing of what they mean.
nonisolated struct ArgumentParser {
    /// What a command line asks for.
    enum Request: Equatable {
        /// The list of commands, or the help of one.
        case help(CommandSpec?)
        /// The version.
        case version
        /// A command with its arguments.
        case command(ParsedArguments)
    }

    /// The commands there are.
    var commands = CommandTable.commands

    /// Reads the arguments that follow the program's name.
    ///
    /// Options stand anywhere; `--name value` and `--name=value` are the same; after `--` nothing is an option.
    ///
    /// - Throws: `UsageError` for the first mistake from the left.
    func parse(_ arguments: [String]) throws(UsageError) -> Request {
        switch arguments.first {
        case nil: throw .noCommand
        case "--version", "-V": return .version
        case "--help", "-h": return .help(nil)
        case "help": return .help(try helpTopic(arguments.dropFirst().filter { !$0.hasPrefix("-") }))
        default: break
        }
        if let words = topic(in: arguments) { return .help(try helpTopic(words)) }
        let (command, rest) = try command(in: arguments)
        var parsed = ParsedArguments(command: command)
        var remaining = rest[...]
        var onlyPositionals = false
        while let argument = remaining.popFirst() {
            if onlyPositionals || argument == "-" || !argument.hasPrefix("-") {
                parsed.positionals.append(argument)
            } else if argument == "--" {
                onlyPositionals = true
            } else if argument == "--help" || argument == "-h" {
                return .help(command)
            } else if argument == "--version" {
                return .version
            } else {
                try addOption(argument, &remaining, to: &parsed)
            }
        }
        if parsed.positionals.count < command.positional.count.lowerBound {
            throw .missingPositional(command: command.name, sentence: command.positional.missing)
        }
        if command.positional.count.upperBound == 0, let given = parsed.positionals.first {
            throw .optionsOnly(command: command.name, given: given)
        }
        if parsed.positionals.count > command.positional.count.upperBound {
            throw .extraPositional(command: command.name, possible: command.positional.count.upperBound)
        }
        return .command(parsed)
    }

    /// The command that the arguments begin with, and what follows its name.
    private func command(in arguments: [String]) throws(UsageError) -> (CommandSpec, ArraySlice<String>) {
        let words = arguments.prefix { !$0.hasPrefix("-") }
        let found = commands.filter { words.starts(with: $0.words) }.max { $0.words.count < $1.words.count }
        if let found {
            return (found, arguments.dropFirst(found.words.count))
        }
        throw unknown(Array(words), first: arguments[0])
    }

    /// The words before `--help` where they are no command, as in `policy --help`.
    private func topic(in arguments: [String]) -> [String]? {
        let words = arguments.prefix { !$0.hasPrefix("-") }
        guard ["--help", "-h"].contains(arguments.dropFirst(words.count).first),
            !commands.contains(where: { words.starts(with: $0.words) })
        else { return nil }
        return Array(words)
    }

    private func helpTopic(_ words: [String]) throws(UsageError) -> CommandSpec? {
        guard !words.isEmpty else { return nil }
        if let exact = commands.first(where: { $0.words == words }) {
            return exact
        }
        let under = commands.filter { $0.words.starts(with: words) }
        if let only = under.first, under.count == 1 { return only }
        throw unknown(words, first: words[0])
    }

    /// The error for words that begin no command: `policy` alone names what is under it.
    private func unknown(_ words: [String], first: String) -> UsageError {
        let under = words.first.map { word in commands.filter { $0.words.first == word } } ?? []
        if let command = under.first {
            let given = words.prefix(2).joined(separator: " ")
            return .unknownCommand(given: given, suggestion: command.name)
        }
        let names = commands.flatMap { [$0.name, $0.words[0]] } + ["--version"]
        let given = first.hasPrefix("-") ? String(first.prefix { $0 != "=" }) : first
        return .unknownCommand(given: given, suggestion: NearestName.suggestion(for: given, in: names))
    }

    private func addOption(
        _ argument: String, _ remaining: inout ArraySlice<String>, to parsed: inout ParsedArguments
    ) throws(UsageError) {
        let command = parsed.command
        let flag = String(argument.prefix { $0 != "=" })
        let attached = flag.count < argument.count ? String(argument.dropFirst(flag.count + 1)) : nil
        guard let option = command.options.first(where: { $0.flag == flag }) else {
            let flags = command.options.map(\.flag)
            let suggestion = NearestName.suggestion(for: flag, in: flags)
            throw .unknownOption(command: command.name, given: flag, suggestion: suggestion)
        }
        guard option.argument != .none else {
            guard attached == nil else { throw .unexpectedValue(command: command.name, flag: flag) }
            parsed.add(option, value: "")
            return
        }
        guard let value = attached ?? takeValue(&remaining), !value.isEmpty else {
            throw .missingValue(command: command.name, usage: option.usage)
        }
        if case .choice(let possible) = option.argument, !possible.contains(value) {
            let begun = possible.filter { value.count >= 2 && $0.hasPrefix(value.lowercased()) }
            let suggestion = begun.count == 1 ? begun[0] : NearestName.suggestion(for: value, in: possible)
            throw .unknownChoice(
                command: command.name, flag: flag, given: value, possible: possible, suggestion: suggestion)
        }
        parsed.add(option, value: value)
    }

    /// The next argument as a value, unless it is another option.
    private func takeValue(_ remaining: inout ArraySlice<String>) -> String? {
        guard let next = remaining.first, !next.hasPrefix("--") else { return nil }
        return remaining.removeFirst()
    }
}
