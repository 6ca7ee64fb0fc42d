// One option of a command, as the table of commands describes it.
// SPDX-License-Identifier: Apache-2.0

/// One option of a command: parsing, help and suggestions are made from it.
nonisolated struct OptionSpec: Sendable, Equatable {
    /// What follows an option.
    enum Argument: Sendable, Equatable {
        /// Nothing: the option is there or is not.
        case none
        /// A text of any kind; the name stands for it in the help.
        case text(String)
        /// One of these words.
        case choice([String])
    }

    /// The name without its two hyphens.
    let name: String
    /// What follows it.
    let argument: Argument
    /// What it does, for the help; one sentence without a full stop.
    let summary: String
    /// Whether each occurrence adds to the others; else the last one counts.
    let isRepeatable: Bool

    /// An option that takes no value.
    init(_ name: String, _ summary: String) {
        self.init(name, .none, summary)
    }

    /// An option that takes a value.
    init(_ name: String, _ argument: Argument, repeatable: Bool = false, _ summary: String) {
        self.name = name
        self.argument = argument
        self.summary = summary
        isRepeatable = repeatable
    }

    /// The option as it is typed, such as `--timeout`.
    var flag: String { "--" + name }

    /// The option with what follows it, such as `--timeout SECONDS`.
    var usage: String {
        switch argument {
        case .none: flag
        case .text(let name): flag + " " + name
        case .choice(let words): flag + " " + words.joined(separator: "|")
        }
    }
}
