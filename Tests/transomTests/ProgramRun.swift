// Runs the program in the test's own process and collects what it says.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TransomAutomation
import TransomShell

@testable import TransomCore
@testable import transom

/// One run of the program with everything that it said.
///
/// Nothing is started: the host's place is taken by a note of its options.
struct ProgramRun {
    /// What was written, as lines.
    final class Lines: Sendable {
        private let lines = Mutex<[String]>([])

        var all: [String] { lines.withLock { $0 } }

        func add(_ line: String) { lines.withLock { $0.append(line) } }
    }

    let status: Int32
    let results: [String]
    let notes: [String]
    let options: HostConfiguration?
    /// How a demo was to be shown, nothing where there was none.
    let demo: HostConfiguration.Presentation?

    /// Everything that was said, on both outputs.
    var everything: String { (results + notes).joined(separator: "\n") }

    init(_ arguments: String..., machine: Machine = .empty, error: Int32 = 0) {
        self.init(arguments, machine: machine, error: error)
    }

    init(
        _ arguments: [String], machine: Machine = .empty, error: Int32 = 0, failing: String? = nil,
        lacking: Bool = false, delivery: ReturnSender.Delivery = .nobody,
        control: @escaping (CommandRequest, String?, Duration?) -> ControlClient.Answer = { _, _, _ in
            .noHost(running: [])
        }
    ) {
        let results = Lines()
        let notes = Lines()
        var options: HostConfiguration?
        var shown: HostConfiguration.Presentation?
        let output = Output(
            result: {
                for line in $0.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
                    results.add(String(line))
                }
                return error
            }, note: { notes.add($0) })
        let folder = ResourceFolder(path: "/usr/share/transom")
        let program = Program(
            registry: [FixtureStore.self, FixturePage.self], output: output, machine: machine,
            build: { Doctor.Build(webKit: "2.50.6", resources: .success(folder)) },
            hostName: "kiosk-7",
            host: { run, _ in
                options = run
                return 0
            },
            outOfService: { _, _, _ in 5 },
            demo: { plan, willPlay, played in
                shown = plan.presentation
                return plan.plays.map { step in
                    willPlay(step.integration.name, step.play.name)
                    let result = DemoPlay(
                        integration: step.integration.name, play: step.play.name, isGood: step.play.name != failing,
                        events: step.play.events, seconds: 1.25, detail: "the page closed itself",
                        machineLacks: lacking)
                    played(result)
                    return result
                }
            },
            deliver: { _ in delivery }, control: control)
        status = program.run(arguments)
        self.results = results.all
        self.notes = notes.all
        self.options = options
        demo = shown
    }
}

extension Machine {
    /// A machine with nothing on it.
    static let empty = Machine(
        variable: { _ in nil }, exists: { _ in false }, children: { _ in [] }, files: { _, _ in [] },
        succeeds: { _ in false })

    /// A machine with these variables and paths, on which every program works.
    static func with(variables: [String: String] = [:], paths: Set<String>) -> Machine {
        Machine(
            variable: { variables[$0] }, exists: { paths.contains($0) },
            children: { folder in
                paths.filter { $0.hasPrefix(folder + "/") }.map {
                    String($0.dropFirst(folder.count + 1).prefix { $0 != "/" })
                }
            },
            files: { folder, endings in
                paths.filter { path in path.hasPrefix(folder + "/") && endings.contains { path.hasSuffix($0) } }
            },
            succeeds: { _ in true })
    }
}
