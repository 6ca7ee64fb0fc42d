// The manual page of transom, made from the table of commands.
// SPDX-License-Identifier: Apache-2.0

/// The manual page of transom in the language of man(7), made from the table of commands.
nonisolated struct ManualPage {
    /// The commands there are.
    var commands = CommandTable.commands

    /// The page.
    var text: String {
        var lines = [
            ".TH TRANSOM 1 \"\" \"transom \(Self.escaped(Version.current))\" \"User Commands\"", ".SH NAME",
            "transom \\- hosts web SDKs that were built for iOS's WKWebView", ".SH SYNOPSIS", ".B transom",
            ".I COMMAND", "[\\fIOPTION\\fR...]", ".SH DESCRIPTION",
            "Transom shows a vendor's page in a window, in a kiosk or on a display that nobody sees, takes what the page "
                + "posts to window.webkit.messageHandlers, and prints it as one CloudEvents object a line.",
            ".SH COMMANDS",
        ]
        for command in commands { lines += section(of: command) }
        lines += [
            ".SH EXIT STATUS", ".TP", ".B 0", "ended as asked", ".TP", ".B 1",
            "the page failed, or ended before what was waited for", ".TP", ".B 2", "wrong usage", ".TP", ".B 3",
            "the time was over", ".TP", ".B 4", "the machine lacks something", ".TP", ".B 5",
            "the configuration is invalid", ".SH FILES", ".TP", ".I /etc/transom/kiosk.json5",
            "the configuration of the service transom\\-kiosk.service", ".TP", ".I /etc/transom/kiosk.d/*.json5",
            "drop\\-ins, in the order of their names", ".TP", ".I /usr/share/doc/transom/kiosk.md",
            "from a bare Debian to a running kiosk",
        ]
        return lines.joined(separator: "\n")
    }

    private func section(of command: CommandSpec) -> [String] {
        let options = command.sections.contains { !$0.options.isEmpty } ? " [OPTION...]" : ""
        let usage = "transom \(command.name)\(options) \(command.positional.usage)"
        var lines = [
            ".SS " + Self.escaped(usage.trimmed),
            Self.escaped(command.details.isEmpty ? command.summary : command.details),
        ]
        for section in command.sections {
            for option in section.options {
                lines += [".TP", ".B " + Self.escaped(option.usage)]
                lines.append(Self.escaped(option.isRepeatable ? option.summary + "; may be repeated" : option.summary))
            }
        }
        if !command.examples.isEmpty {
            lines += [".PP", "Examples:", ".nf"] + command.examples.map(Self.escaped) + [".fi"]
        }
        return lines
    }

    /// A text without what man(7) would read: a hyphen is one that can be copied, and no line begins with a request.
    private static func escaped(_ text: String) -> String {
        let plain = text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("…", with: "...")
        return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
    }
}

extension String {
    /// Without spaces at its end.
    nonisolated fileprivate var trimmed: String {
        var text = self[...]
        while text.last == " " { text = text.dropLast() }
        return String(text)
    }
}
