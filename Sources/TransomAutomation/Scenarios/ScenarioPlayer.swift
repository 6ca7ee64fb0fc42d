// Plays scenarios, each in a host of its own.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore

/// Plays scenarios, each in a host of its own: a fresh process, a fresh session, data of its own.
package struct ScenarioPlayer: Sendable {
    /// The path of `transom`.
    package let executable: String
    /// A folder that gets the events, the network and a picture after each step of every scenario; nil for none.
    package let trace: String?
    /// A folder that gets what failed scenarios leave behind.
    package let results: String

    /// A player.
    package init(executable: String, trace: String? = nil, results: String) {
        (self.executable, self.trace, self.results) = (executable, trace, results)
    }

    /// Plays scenarios, several at a time.
    ///
    /// - Parameters:
    ///   - scenarios: In the order of the results.
    ///   - jobs: How many at a time, one or more.
    ///   - played: Called after each, in the order in which they end.
    package func play(
        _ scenarios: [Scenario], jobs: Int, played: @escaping @Sendable (ScenarioOutcome) -> Void
    ) async -> [ScenarioOutcome] {
        await withTaskGroup(of: (Int, ScenarioOutcome).self) { group in
            var outcomes = [ScenarioOutcome?](repeating: nil, count: scenarios.count)
            var next = 0
            func add() {
                guard next < scenarios.count else { return }
                let (index, scenario) = (next, scenarios[next])
                next += 1
                group.addTask { (index, await play(scenario)) }
            }
            for _ in 0..<max(1, jobs) { add() }
            for await (index, outcome) in group {
                outcomes[index] = outcome
                played(outcome)
                add()
            }
            return outcomes.compactMap(\.self)
        }
    }

    /// Plays one.
    package func play(_ scenario: Scenario) async -> ScenarioOutcome {
        let clock = SystemHostClock()
        let began = clock.monotonic
        func outcome(_ failure: String?, _ artefacts: String? = nil) -> ScenarioOutcome {
            ScenarioOutcome(
                name: scenario.name, steps: scenario.steps.count, failure: failure, artefacts: artefacts,
                duration: clock.monotonic - began)
        }
        // The host works in the scenario's own folder.
        let folder = trace.map { URL(filePath: $0 + "/" + scenario.name).path }
        var arguments = scenario.arguments
        if let folder {
            do { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) } catch {
                return outcome("scenario \(scenario.name): --trace: the folder \(quoted(folder)) cannot be made")
            }
            arguments += ["--events", "-", "--events", folder + "/events.jsonl", "--har", folder + "/network.har"]
        }
        let client: HostClient
        do throws(HostClient.Failure) {
            client = try await HostClient.start(executable, arguments, folder: scenario.folder)
        } catch { return outcome("scenario \(scenario.name): \(error)") }
        let opened = OpenedSheets(client)
        func failed(_ index: Int, _ error: HostClient.Failure) async -> ScenarioOutcome {
            let step = scenario.steps[index]
            let title = "scenario \(scenario.name), step \(index + 1) of \(scenario.steps.count), "
            let words = error.description
            let hasVerb = words.hasPrefix(step.request.command.verb.rawValue + " ")
            let files = await Artefacts.write(
                to: results, name: scenario.name, log: client.log, target: step.request.target
            ) { try? await client.perform($0) }
            await client.stop()
            return outcome(title + (hasVerb ? words : "\(step.title): \(words)"), files.folder)
        }
        for (index, step) in scenario.steps.enumerated() {
            do throws(HostClient.Failure) {
                // A sheet's answer comes when it is gone, and the next steps are what lets it go.
                if step.request.command.verb == .open {
                    await opened.open(step.request, at: index)
                } else {
                    _ = try await client.perform(step.request)
                }
            } catch {
                // Where a sheet could not be opened, what failed after it is no news.
                await opened.decide()
                let (index, error) = opened.refused ?? (index, error)
                return await failed(index, error)
            }
            if let folder, step.request.command != .quit {
                let number = String(index + 1)
                let digits = String(repeating: "0", count: max(0, 3 - number.count)) + number
                _ = try? await client.perform(
                    CommandRequest(.screenshot(path: "\(folder)/step-\(digits).png"), timeout: .seconds(5)))
            }
        }
        await client.stop()
        await opened.settle()
        if let (index, error) = opened.refused { return await failed(index, error) }
        return outcome(nil)
    }
}
