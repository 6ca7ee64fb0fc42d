// One command of transom, as the table of commands describes it.
// SPDX-License-Identifier: Apache-2.0

/// One command: its name, what it takes, and what the help says about it.
nonisolated struct CommandSpec: Sendable, Equatable {
    /// What a command takes besides options.
    struct Positional: Sendable, Equatable {
        /// How the help writes it, such as `URL…`.
        let usage: String
        /// How many there may be.
        let count: ClosedRange<Int>
        /// What the command says when there is none of what it needs.
        let missing: String
    }

    /// A heading of the help and the options under it.
    struct Section: Sendable, Equatable {
        let title: String
        let options: [OptionSpec]
    }

    /// The words of the name: `["run"]`, `["policy", "explain"]`.
    let words: [String]
    /// What it does, in a few words, for the list of commands.
    let summary: String
    /// What it does, in whole sentences, for its own help.
    let details: String
    /// What it takes besides options.
    let positional: Positional
    /// Its options, in the order of the help.
    let sections: [Section]
    /// Command lines that work, for its own help.
    let examples: [String]

    /// The name as it is typed.
    var name: String { words.joined(separator: " ") }
    /// All options, those that every command has included.
    var options: [OptionSpec] { sections.flatMap(\.options) + [CommandTable.help] }

    /// Describes a command.
    init(
        _ name: String, _ summary: String, details: String = "", positional: Positional = .none,
        sections: [Section] = [], examples: [String] = []
    ) {
        words = name.split(separator: " ").map(String.init)
        self.summary = summary
        self.details = details
        self.positional = positional
        self.sections = sections
        self.examples = examples
    }
}

extension CommandSpec.Positional {
    /// Nothing besides options.
    nonisolated static let none = CommandSpec.Positional(usage: "", count: 0...0, missing: "")
}
