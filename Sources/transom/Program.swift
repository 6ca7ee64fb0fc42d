// The program: from the arguments to the command and its exit status.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// The program: from the arguments to the command and its exit status.
nonisolated struct Program {
    /// The integrations there are.
    let registry: [any Integration.Type]
    /// Where words go.
    let output: Output
    /// The machine that the doctor looks at.
    let machine: Machine
    /// What the program brings with it, found out only where the doctor asks.
    let build: () -> Doctor.Build
    /// Runs a host until it ends.
    let host: (RunOptions) -> ExitStatus

    /// Does what the arguments ask for.
    ///
    /// - Parameter arguments: those that follow the program's name.
    func run(_ arguments: [String]) -> ExitStatus {
        do throws(UsageError) {
            switch try ArgumentParser().parse(arguments) {
            case .help(let command):
                let help = HelpText()
                output.results([(command.map(help.text) ?? help.overview).trimmingLineFeed])
                return .success
            case .version:
                output.results(["transom \(Version.current)"])
                return .success
            case .command(let parsed):
                return run(parsed)
            }
        } catch {
            output.note("transom: \(error)")
            return .usage
        }
    }

    private func run(_ arguments: ParsedArguments) -> ExitStatus {
        do throws(RunOptionsError) {
            switch arguments.command {
            case CommandTable.run:
                let options = try RunOptionsReader(registry: registry).read(arguments)
                try options.checkFolders()
                if !arguments.has("environment") {
                    output.note(
                        "transom: run \(options.integration): the environment is \(options.environment), since none is given"
                    )
                }
                return host(options)
            case CommandTable.integrations:
                return try IntegrationsCommand(registry: registry, output: output).run(arguments)
            case CommandTable.policyExplain:
                return try PolicyExplainCommand(registry: registry, output: output).run(arguments)
            case CommandTable.doctor:
                return DoctorCommand(doctor: Doctor(machine: machine, build: build()), output: output).run(arguments)
            default:
                preconditionFailure("the table has the command \(arguments.command.name), which nothing carries out")
            }
        } catch {
            for line in error.lines(command: arguments.command.name) { output.note(line) }
            return .usage
        }
    }
}

extension String {
    /// The text without a line feed at its end, which whoever writes a line adds.
    nonisolated fileprivate var trimmingLineFeed: String {
        hasSuffix("\n") ? String(dropLast()) : self
    }
}
