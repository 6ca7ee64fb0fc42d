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
                return output.write(Report(results: [command.map(help.text) ?? help.overview]))
            case .version:
                return output.write(Report(results: ["transom \(Version.current)"]))
            case .command(let parsed):
                return run(parsed)
            }
        } catch {
            return output.write(Report(notes: ["transom: \(error)"], status: .usage))
        }
    }

    private func run(_ arguments: ParsedArguments) -> ExitStatus {
        do throws(RunOptionsError) {
            guard arguments.command != CommandTable.run else { return try openHost(arguments) }
            return output.write(try report(arguments))
        } catch {
            return output.write(Report(notes: error.lines(command: arguments.command.name), status: .usage))
        }
    }

    private func openHost(_ arguments: ParsedArguments) throws(RunOptionsError) -> ExitStatus {
        let options = try RunOptionsReader(registry: registry).read(arguments)
        try options.checkFolders()
        if !arguments.has("environment") {
            output.note(
                "transom: run \(options.integration): the environment is \(options.environment), since none is given")
        }
        return host(options)
    }

    private func report(_ arguments: ParsedArguments) throws(RunOptionsError) -> Report {
        switch arguments.command {
        case CommandTable.integrations: try IntegrationsCommand(registry: registry).run(arguments)
        case CommandTable.policyExplain: try PolicyExplainCommand(registry: registry).run(arguments)
        case CommandTable.doctor: DoctorCommand(doctor: Doctor(machine: machine, build: build())).run(arguments)
        default: preconditionFailure("the table has the command \(arguments.command.name), which nothing carries out")
        }
    }
}
