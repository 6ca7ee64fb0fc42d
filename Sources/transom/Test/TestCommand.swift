// `transom test`: plays scenarios.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Glibc
import Synchronization
import TransomAutomation
import TransomCore

/// Plays scenarios, each in a fresh session, and says what came of them.
nonisolated struct TestCommand {
    /// Where words go.
    let output: Output
    /// The path of this program.
    var executable = ResourceFolder.executablePath() ?? "transom"

    /// Plays, with status 1 where a scenario failed.
    func run(_ arguments: ParsedArguments) -> Int32 {
        guard let jobs = Int(arguments.last("jobs") ?? "1"), (1...64).contains(jobs) else {
            return usage("--jobs takes a number from 1 to 64, not \(TransomCore.quoted(arguments.last("jobs") ?? ""))")
        }
        guard let shard = Self.shard(arguments.last("shard") ?? "1/1") else {
            return usage(
                "--shard takes i/n, such as 1/4, with i from 1 to n, not \(TransomCore.quoted(arguments.last("shard") ?? ""))"
            )
        }
        var all: [Scenario] = []
        var faults: [ScenarioFault] = []
        for path in arguments.positionals {
            do throws(ScenarioFault) { all.append(try Scenario(path: path)) } catch { faults.append(error) }
        }
        guard faults.isEmpty else {
            for fault in faults { output.note("transom: test: \(fault)") }
            return ExitStatus.usage.rawValue
        }
        let scenarios = all.enumerated().filter { $0.offset % shard.count == shard.index }.map(\.element)
        let isTAP = arguments.has("tap")
        let player = ScenarioPlayer(
            executable: executable, trace: arguments.last("trace"), results: Artefacts.standardFolder)
        let outcomes = play(scenarios, player, jobs) { number, outcome in
            let count = scenarios.count
            let word = outcome.failure == nil ? "ok" : "FAILED"
            output.note("[\(number)/\(count)] \(word)  \(outcome.name)  \(outcome.seconds) s")
            guard let failure = outcome.failure else { return }
            output.note(failure)
            if let artefacts = outcome.artefacts { output.note("    files    \(artefacts)") }
        }
        if let path = arguments.last("junit") {
            do {
                try ScenarioOutcome.junit(outcomes).write(toFile: path, atomically: true, encoding: .utf8)
            } catch { return usage("--junit \(TransomCore.quoted(path)): the file cannot be written") }
        }
        let failed = outcomes.count { $0.failure != nil }
        let summary = "\(outcomes.count) scenarios, \(failed) failed"
        let written = output.result(isTAP ? ScenarioOutcome.tap(outcomes) : summary + "\n")
        if written != 0, written != EPIPE { return ExitStatus.failure.rawValue }
        return (failed == 0 ? ExitStatus.success : .failure).rawValue
    }

    /// Plays on other threads, while this one waits: each host is a process, and nothing here needs a main loop.
    private func play(
        _ scenarios: [Scenario], _ player: ScenarioPlayer, _ jobs: Int,
        _ played: @escaping @Sendable (Int, ScenarioOutcome) -> Void
    ) -> [ScenarioOutcome] {
        let done = DispatchSemaphore(value: 0)
        let box = ResultBox()
        Task.detached {
            let outcomes = await player.play(scenarios, jobs: jobs) { outcome in
                box.count.withLock { number in
                    number += 1
                    played(number, outcome)
                }
            }
            box.outcomes.withLock { $0 = outcomes }
            done.signal()
        }
        done.wait()
        return box.outcomes.withLock { $0 }
    }

    private final class ResultBox: Sendable {
        let count = Mutex(0)
        let outcomes = Mutex<[ScenarioOutcome]>([])
    }

    private func usage(_ sentence: String) -> Int32 {
        output.note("transom: test: \(sentence)")
        return ExitStatus.usage.rawValue
    }

    private static func shard(_ text: String) -> (index: Int, count: Int)? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let index = parts[0], let count = parts[1], count >= 1, count <= 10_000,
            (1...count).contains(index)
        else { return nil }
        return (index - 1, count)
    }
}
