// Completions for shells, made from the table of commands.
// SPDX-License-Identifier: Apache-2.0

/// Completions for bash, zsh and fish, made from the table of commands.
nonisolated struct Completions {
    /// The shells there are completions for.
    enum Shell: String, CaseIterable {
        case bash, zsh, fish
    }

    /// The commands there are.
    var commands = CommandTable.commands

    /// The script of a shell.
    func text(for shell: Shell) -> String {
        switch shell {
        case .bash: bash
        case .zsh: "#compdef transom\nautoload -U +X bashcompinit && bashcompinit\n\(bash)"
        case .fish: fish
        }
    }

    private var bash: String {
        func line(_ pattern: String, _ words: [String]) -> String {
            "            '\(pattern)') words='\(words.joined(separator: " "))' ;;"
        }
        let families = unique(commands.filter { $0.words.count > 1 }.map { $0.words[0] })
        let ones =
            families.map { word in
                line(word, commands.filter { $0.words[0] == word }.compactMap { $0.words.dropFirst().first })
            } + commands.filter { $0.words.count == 1 }.map { line($0.name, $0.options.map(\.flag)) }
        let twos = commands.filter { $0.words.count > 1 }.map { line($0.name, $0.options.map(\.flag)) }
        let values = unique(commands.flatMap(\.options).map(\.flag)).compactMap { flag -> String? in
            let option = commands.flatMap(\.options).first { $0.flag == flag }
            guard case .choice(let words)? = option?.argument else { return nil }
            return line(flag, words)
        }
        return """
            _transom() {
                local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words=''
                if ((COMP_CWORD == 1)); then
                    words='\(unique(commands.map { $0.words[0] }).joined(separator: " ")) --help --version'
                else
                    case ${COMP_WORDS[1]-} in
            \(ones.joined(separator: "\n"))
                    esac
                    if ((COMP_CWORD > 2)); then
                        case "${COMP_WORDS[1]-} ${COMP_WORDS[2]-}" in
            \(twos.joined(separator: "\n"))
                        esac
                    fi
                    case $before in
            \(values.joined(separator: "\n"))
                    esac
                fi
                COMPREPLY=($(compgen -W "$words" -- "$current"))
                if ((${#COMPREPLY[@]} == 0)); then COMPREPLY=($(compgen -f -- "$current")); fi
            }
            complete -F _transom transom
            """
    }

    private var fish: String {
        var lines: [String] = []
        for command in commands {
            let seen =
                command.words.count > 1 ? "__fish_seen_subcommand_from \(command.words[0])" : "__fish_use_subcommand"
            lines.append(
                "complete -c transom -f -n '\(seen)' -a '\(command.words.last ?? "")' -d '\(quoted(command.summary))'")
        }
        for word in unique(commands.filter { $0.words.count > 1 }.map { $0.words[0] }) {
            lines.append("complete -c transom -f -n __fish_use_subcommand -a \(word)")
        }
        for command in commands {
            let condition = command.words.map { "__fish_seen_subcommand_from \($0)" }.joined(separator: "; and ")
            for option in command.options {
                var line = "complete -c transom -n '\(condition)' -l \(option.name) -d '\(quoted(option.summary))'"
                switch option.argument {
                case .none: break
                case .text: line += " -r"
                case .choice(let words): line += " -x -a '\(words.joined(separator: " "))'"
                }
                lines.append(line)
            }
        }
        return lines.joined(separator: "\n")
    }

    private func quoted(_ text: String) -> String { text.replacing("'", with: "\\'") }

    private func unique(_ words: [String]) -> [String] {
        var seen: Set<String> = []
        return words.filter { seen.insert($0).inserted }
    }
}
