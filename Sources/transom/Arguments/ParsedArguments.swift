// What a command line says, option by option, before anything is made of it.
// SPDX-License-Identifier: Apache-2.0

/// What a command line says: the command, and its options and positional arguments as texts.
nonisolated struct ParsedArguments: Sendable, Equatable {
    /// The command that was named.
    let command: CommandSpec
    /// What stands outside options, in order.
    var positionals: [String] = []
    /// Options in the order given; the text is empty for an option that takes none.
    private(set) var options: [(name: String, value: String)] = []

    init(command: CommandSpec) {
        self.command = command
    }

    /// Adds an occurrence of an option.
    mutating func add(_ option: OptionSpec, value: String) {
        options.append((option.name, value))
    }

    /// The same arguments with options before them, so that those that count once are taken from here.
    ///
    /// - Parameters:
    ///   - options: by their names, without hyphens.
    ///   - positionals: in the place of those that there are.
    func under(_ options: [(name: String, value: String)], positionals: [String]) -> ParsedArguments {
        var merged = self
        merged.options = options + self.options
        merged.positionals = positionals
        return merged
    }

    /// Whether the option is there.
    func has(_ name: String) -> Bool {
        !all(name).isEmpty
    }

    /// The last value of an option, or nothing where it is not there.
    func last(_ name: String) -> String? {
        all(name).last
    }

    /// All values of an option, in the order given.
    func all(_ name: String) -> [String] {
        precondition(command.options.contains { $0.name == name }, "\(command.name) has no option \(name)")
        return options.filter { $0.name == name }.map(\.value)
    }

    static func == (left: ParsedArguments, right: ParsedArguments) -> Bool {
        left.command == right.command && left.positionals == right.positionals
            && left.options.elementsEqual(right.options, by: ==)
    }
}
