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
        /// One of these words. Those in `later` are known and not available yet.
        case choice([String], later: [String] = [])
    }

    /// The name without its two hyphens.
    let name: String
    /// What follows it.
    let argument: Argument
    /// What it does, for the help; one sentence without a full stop.
    let summary: String
    /// Whether each occurrence adds to the others; else the last one counts.
    let isRepeatable: Bool
    /// Whether this version can do it.
    ///
    /// An option that cannot be used yet is refused rather than ignored.
    let isAvailable: Bool

    /// An option that this version can do, and that takes no value.
    init(_ name: String, _ summary: String) {
        self.init(name, .none, summary)
    }

    /// An option that this version can do.
    init(_ name: String, _ argument: Argument, repeatable: Bool = false, _ summary: String) {
        self.init(name: name, argument: argument, summary: summary, isRepeatable: repeatable, isAvailable: true)
    }

    private init(name: String, argument: Argument, summary: String, isRepeatable: Bool, isAvailable: Bool) {
        self.name = name
        self.argument = argument
        self.summary = summary
        self.isRepeatable = isRepeatable
        self.isAvailable = isAvailable
    }

    /// An option that a later version has.
    static func later(_ name: String, _ argument: Argument = .none) -> OptionSpec {
        OptionSpec(name: name, argument: argument, summary: "", isRepeatable: true, isAvailable: false)
    }

    /// The option as it is typed, such as `--timeout`.
    var flag: String { "--" + name }

    /// The option with what follows it, such as `--timeout SECONDS`.
    var usage: String {
        switch argument {
        case .none: flag
        case .text(let name): flag + " " + name
        case .choice(let words, _): flag + " " + words.joined(separator: "|")
        }
    }
}
