// The help of transom, made from the table of commands.
// SPDX-License-Identifier: Apache-2.0

/// The help of transom, made from the table of commands.
nonisolated struct HelpText {
    /// The commands there are.
    var commands = CommandTable.commands

    private let width = 80
    private let column = 26

    /// The list of commands.
    var overview: String {
        let rows = commands.map { row($0.name, $0.summary) }
        return """
            transom hosts web SDKs that were built for iOS's WKWebView.

            Usage: transom COMMAND [OPTION…]

            Commands
            \(rows.joined(separator: "\n"))

            Try it: transom run hubble --play purchase
            What a command takes: transom help COMMAND. The version: transom --version.
            Exit status: 0 ended as asked, 1 the page failed, 2 wrong usage, 3 the time was
            over, 4 the machine lacks something, 5 the configuration is invalid.
            """
    }

    /// What one command takes.
    func text(for command: CommandSpec) -> String {
        let options = command.sections.contains { !$0.options.isEmpty } ? "[OPTION…]" : ""
        let usage = ["transom", command.name, options, command.positional.usage].filter { !$0.isEmpty }
        var blocks = ["Usage: " + usage.joined(separator: " ")]
        let details = command.details.isEmpty ? command.summary : command.details
        blocks.append(TextWrapper.wrap(details, width: width))
        for section in command.sections {
            let rows = section.options.map { row($0.usage, description(of: $0)) }
            if !rows.isEmpty { blocks.append(([section.title] + rows).joined(separator: "\n")) }
        }
        if !command.examples.isEmpty {
            blocks.append((["Examples"] + command.examples.map { "  " + $0 }).joined(separator: "\n"))
        }
        return blocks.joined(separator: "\n\n")
    }

    private func description(of option: OptionSpec) -> String {
        option.isRepeatable ? option.summary + "; may be repeated" : option.summary
    }

    /// A name and its description; a long name has a line of its own.
    private func row(_ name: String, _ description: String) -> String {
        let text = TextWrapper.wrap(description, width: width - column, indentation: column)
        let padding = column - 2 - name.count
        guard padding > 1 else {
            return "  " + name + "\n" + String(repeating: " ", count: column) + text
        }
        return "  " + name + String(repeating: " ", count: padding) + text
    }
}
