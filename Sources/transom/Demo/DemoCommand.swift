// `transom demo`: the vendors, played one after another.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import TransomCore
import TransomShell

/// Plays the vendors in the sandbox and prints a table, or a JSON object a line.
nonisolated struct DemoCommand {
    /// The integrations there are.
    let registry: [any Integration.Type]
    /// Where words go.
    let output: Output
    /// Where a display is looked for.
    let machine: Machine
    /// Plays, telling before and after each one.
    let player: (DemoApplication.Plan, @escaping (String, String) -> Void, @escaping (DemoPlay) -> Void) -> [DemoPlay]

    /// Plays, with status 1 where a play did not give what it must, or was stopped.
    func run(_ arguments: ParsedArguments) -> Int32 {
        let isAll = arguments.has("all-plays")
        var plays: [(integration: any Integration.Type, play: PlayDeclaration)] = []
        for integration in registry {
            for play in integration.plays.prefix(isAll ? .max : 1) { plays.append((integration, play)) }
        }
        let folder = arguments.last("screenshots")
        if let folder, mkdir(folder, 0o777) != 0, errno != EEXIST {
            output.note("transom: demo: --screenshots \(folder): \(String(cString: strerror(errno)))")
            return ExitStatus.usage.rawValue
        }
        if let folder, let reason = HostConfiguration.reason(folder: folder) {
            output.note("transom: demo: --screenshots \(TransomCore.quoted(folder)): \(reason)")
            return ExitStatus.usage.rawValue
        }
        let plan = DemoApplication.Plan(
            plays: plays, presentation: arguments.has("headless") || !machine.hasDisplay ? .headless : .window,
            screenshots: folder, version: Version.current)
        let isJSON = arguments.has("json")
        let count = plays.count
        nonisolated(unsafe) var number = 0
        // Only the main thread counts: both closures are called there.
        let results = player(plan) { integration, play in
            number += 1
            if !isJSON { output.note("[\(number)/\(count)] \(integration) \(play) …") }
        } _: { result in
            if isJSON { _ = output.result(JSONText.encode(result.json) + "\n") }
        }
        if !isJSON { _ = output.result(Self.table(results)) }
        if let failed = results.first(where: { !$0.isGood }) {
            output.note("transom: demo: \(failed.integration) \(failed.play): \(failed.detail)")
            return (failed.machineLacks ? ExitStatus.machine : .failure).rawValue
        }
        guard results.count == count else {
            output.note("transom: demo: stopped after \(results.count) of \(count) plays")
            return ExitStatus.failure.rawValue
        }
        return ExitStatus.success.rawValue
    }

    /// The table for people.
    static func table(_ results: [DemoPlay]) -> String {
        let head = ["VENDOR", "PLAY", "EVENTS", "OUTCOME", "SECONDS"]
        let rows = results.map { result in
            [
                result.integration, result.play, "\(result.events.count)", result.isGood ? "ok" : "FAILED",
                Self.tenths(result.seconds),
            ]
        }
        let widths = head.indices.map { column in ([head] + rows).map { $0[column].count }.max() ?? 0 }
        let lines = ([head] + rows).map { row in
            let cells = zip(row, widths).map { text, width in text + String(repeating: " ", count: width - text.count) }
            return cells.joined(separator: "  ").trimmingTrailingSpaces
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func tenths(_ seconds: Double) -> String {
        let tenths = Int((seconds * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}

extension String {
    /// The text without spaces at its end.
    nonisolated fileprivate var trimmingTrailingSpaces: String {
        var text = self
        while text.hasSuffix(" ") { text.removeLast() }
        return text
    }
}
