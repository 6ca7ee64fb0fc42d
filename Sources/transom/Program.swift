// The program: from the arguments to the command and its exit status.
// SPDX-License-Identifier: Apache-2.0

import TransomAutomation
import TransomCore
import TransomShell

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
    /// The name of this machine, for the events' source.
    let hostName: String
    /// Runs a host until it ends, and returns its exit status.
    ///
    /// The second is how the configuration is read again; nil where there is no file.
    let host: (HostConfiguration, (() -> Result<HostConfiguration, ConfigurationMistakes>)?) -> Int32
    /// Shows that a kiosk is out of service until it is told to end or the time is over, and returns the exit status.
    ///
    /// The third says whether what is wrong has been mended, when SIGHUP asks; the program then begins anew.
    let outOfService: (OutOfService, Duration?, @escaping () -> Bool) -> Int32
    /// Plays a demo.
    let demo: (DemoApplication.Plan, @escaping (String, String) -> Void, @escaping (DemoPlay) -> Void) -> [DemoPlay]

    /// Delivers a return link.
    let deliver: (String) -> ReturnSender.Delivery
    /// Sends a command to a running host by its name, and waits so long for the answer.
    let control: (CommandRequest, String?, Duration?) -> ControlClient.Answer

    /// Does what the arguments ask for.
    ///
    /// - Parameter arguments: those that follow the program's name.
    /// - Returns: the exit status.
    func run(_ arguments: [String]) -> Int32 {
        if arguments.first == "--generate" { return generate(arguments.dropFirst().first ?? "") }
        do throws(UsageError) {
            switch try ArgumentParser().parse(arguments) {
            case .help(let command):
                let help = HelpText()
                return output.write(Report(results: [command.map(help.text) ?? help.overview])).rawValue
            case .version:
                return output.write(Report(results: ["transom \(Version.current)"])).rawValue
            case .command(let parsed):
                return run(parsed)
            }
        } catch {
            return output.write(Report(notes: ["transom: \(error)"], status: .usage)).rawValue
        }
    }

    /// Prints what a package is made of besides the program: the manual page and the completions of shells.
    private func generate(_ what: String) -> Int32 {
        if what == "man" { return output.write(Report(results: [ManualPage().text])).rawValue }
        if let shell = Completions.Shell(rawValue: what) {
            return output.write(Report(results: [Completions().text(for: shell)])).rawValue
        }
        let sentence = "transom: --generate takes man, bash, zsh or fish"
        return output.write(Report(notes: [sentence], status: .usage)).rawValue
    }

    private func run(_ arguments: ParsedArguments) -> Int32 {
        do throws(RunOptionsError) {
            guard arguments.command != CommandTable.run else { return try openConfigured(arguments) }
            guard arguments.command != CommandTable.demo else {
                return DemoCommand(registry: registry, output: output, machine: machine, player: demo).run(arguments)
            }
            if arguments.command == CommandTable.test { return TestCommand(output: output).run(arguments) }
            if arguments.command == CommandTable.events { return EventsCommand(output: output).run(arguments) }
            return output.write(try report(arguments)).rawValue
        } catch {
            let lines = error.lines(command: arguments.command.name)
            return output.write(Report(notes: lines, status: error.status)).rawValue
        }
    }

    /// Opens a host, with a configuration file where one is named.
    private func openConfigured(_ arguments: ParsedArguments) throws(RunOptionsError) -> Int32 {
        guard let path = arguments.last("config") else { return open(try prepare(arguments, nil), arguments, nil) }
        do throws(RunOptionsError) {
            let configuration = try load(path)
            return open(try prepare(arguments, configuration), arguments, configuration)
        } catch {
            guard arguments.has("kiosk") else { throw error }
            let timeout = try HostConfigurationReader.timeout(in: arguments)
            // A customer shall see a screen, and not the login prompt of a unit that was started ten times.
            tell(error, of: arguments)
            return outOfService(.configuration, timeout) {
                do throws(RunOptionsError) {
                    _ = try prepare(arguments, try load(path))
                    return true
                } catch {
                    tell(error, of: arguments)
                    return false
                }
            }
        }
    }

    private func tell(_ error: RunOptionsError, of arguments: ParsedArguments) {
        for line in error.lines(command: arguments.command.name) { output.note(line) }
    }

    private func load(_ path: String) throws(RunOptionsError) -> Configuration {
        do throws(ConfigurationMistakes) {
            return try ConfigurationLoader(registry: registry, isRunning: true).load(path).document.configuration
        } catch {
            throw .configuration(error)
        }
    }

    private func open(
        _ run: HostConfiguration, _ typed: ParsedArguments, _ configuration: Configuration?
    ) -> Int32 {
        if !typed.has("environment"), configuration?.environment == nil {
            let environment = run.options.environment
            output.note("transom: run \(run.integration.name): the environment is \(environment), since none is given")
        }
        for warning in Self.warnings(of: run) {
            output.note("transom: run \(run.integration.name): \(warning)")
        }
        guard let path = typed.last("config") else { return host(run, nil) }
        return host(run) { read(path, again: typed) }
    }

    /// Reads a configuration file that has changed, for a run that goes on.
    private func read(
        _ path: String, again typed: ParsedArguments
    ) -> Result<HostConfiguration, ConfigurationMistakes> {
        do throws(ConfigurationMistakes) {
            let loaded = try ConfigurationLoader(registry: registry, isRunning: true).load(path)
            do throws(RunOptionsError) {
                return .success(try prepare(typed, loaded.document.configuration))
            } catch {
                let place = ConfigurationPlace(file: path, line: 1, column: 1)
                return .failure(
                    ConfigurationMistakes(error.lines().map { ConfigurationMistake(.file($0), at: place) }))
            }
        } catch {
            return .failure(error)
        }
    }

    /// Makes a run of what was typed and what a configuration says.
    private func prepare(
        _ typed: ParsedArguments, _ configuration: Configuration?
    ) throws(RunOptionsError) -> HostConfiguration {
        var arguments = typed
        if let configuration {
            var merging = ConfigurationArguments(configuration, registry: registry, typed: typed)
            arguments = merging.merged()
        }
        var run = try HostConfigurationReader(registry: registry, hostName: hostName).read(arguments)
        for text in arguments.all("return-paths") { run.returnPaths.append(try ReturnPathsFile.read(text)) }
        if let configuration { run.apply(configuration, registry: registry) }
        try run.checkFiles()
        return run
    }

    /// What a run can do and nobody can have meant.
    private static func warnings(of run: HostConfiguration) -> [String] {
        var warnings: [String] = []
        let handler = run.integration.parameters.first { $0.option == "--handler" }
        if let handler, run.options.parameters[handler.name] == nil {
            warnings.append("no --handler is given, so nothing that the page says will be heard")
        }
        warnings += run.returnPaths.flatMap(\.warnings)
        if let pattern = run.until {
            let awaited = AwaitedEvent(pattern: pattern, integration: run.integration)
            if let warning = awaited.warning { warnings.append(warning) }
        }
        return warnings
    }

    private func report(_ arguments: ParsedArguments) throws(RunOptionsError) -> Report {
        switch arguments.command {
        case CommandTable.integrations: try IntegrationsCommand(registry: registry).run(arguments)
        case CommandTable.policyExplain: try PolicyExplainCommand(registry: registry).run(arguments)
        case CommandTable.configInit, CommandTable.configCheck, CommandTable.configShow, CommandTable.configSchema:
            try ConfigCommand(registry: registry).run(arguments)
        case _ where arguments.command.words.first == "ctl": CtlCommand(perform: control).run(arguments)
        case CommandTable.returnLink: ReturnCommand(deliver: deliver).run(arguments)
        case CommandTable.doctor:
            try DoctorCommand(doctor: Doctor(machine: machine, build: build()), registry: registry).run(arguments)
        default: preconditionFailure("the table has the command \(arguments.command.name), which nothing carries out")
        }
    }
}
