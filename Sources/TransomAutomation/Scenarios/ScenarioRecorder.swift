// Writes a scenario from what a person does.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
package import TransomCore
package import TransomShell
import WebKit

/// Writes a scenario from what a person does in a host's pages: clicks, what is typed, chosen and pressed, and between them
/// the last event of the integration, which whoever goes on has seen.
///
/// What is typed into a field for a password, a PIN or a card is not written; the step says so.
@MainActor
package final class ScenarioRecorder {
    private enum Entry {
        case step(CommandRequest, isSecret: Bool)
        case event(String)
    }

    private let session: HostSession
    private let arguments: [String]
    private var entries: [Entry] = []
    private var knownPopups: Set<String> = []
    /// The types of the integration's events, as they come and on whatever thread.
    private let heard = Mutex<[String]>([])

    /// Options of `transom run` that say how a run is watched and not what it is, with whether a value follows.
    private nonisolated static let dropped: [String: Bool] = [
        "--record": true, "--window": false, "--headless": false, "--events": true, "--until": true, "--timeout": true,
        "--screenshot": true, "--control": true, "--har": true, "--play": true,
    ]

    /// Begins to record.
    ///
    /// Call it before the session starts.
    ///
    /// - Parameters:
    ///   - session: What is recorded; it is kept.
    ///   - stream: Its events.
    ///   - arguments: Those of `transom run`.
    package init(_ session: HostSession, stream: EventStream, arguments: [String]) {
        self.session = session
        self.arguments = Self.kept(arguments)
        session.driven.onController = { [weak self] controller in
            guard let self else { return }
            do throws(ResourceFolderError) {
                try PageRelay.tellInput(of: controller, resources: session.hostFiles) { [weak self] step, frame, view in
                    self?.take(step, frame, view)
                }
            } catch { session.say("--record: \(error)") }
        }
        // Taken down at once: the event that ends the run is the last that anybody hears.
        stream.observe { [weak self] event in
            guard !event.type.hasPrefix("transom.") else { return }
            self?.heard.withLock { $0.append(event.type) }
        }
    }

    /// The arguments without those that say how a run is watched.
    package nonisolated static func kept(_ arguments: [String]) -> [String] {
        var kept: [String] = []
        var isValue = false
        for argument in arguments {
            if isValue {
                isValue = false
                continue
            }
            let name = argument.split(separator: "=", maxSplits: 1).first.map(String.init) ?? argument
            if let hasValue = dropped[name] {
                isValue = hasValue && !argument.contains("=")
            } else {
                kept.append(argument)
            }
        }
        return kept
    }

    /// What was heard until now comes before what is entered next.
    private func takeEvents() {
        let types = heard.withLock { types in
            defer { types = [] }
            return types
        }
        entries += types.map(Entry.event)
    }

    private func take(_ step: JSONValue, _ frame: WKFrameInfo, _ view: WKWebView?) {
        takeEvents()
        guard case .object(var members) = step else { return }
        var isSecret = false
        if case .bool(true)? = members.removeValue(forKey: "secret") { isSecret = true }
        guard var request = try? CommandRequest(.object(members)),
            [.click, .fill, .press, .select].contains(request.command.verb)
        else { return }
        if !frame.isMainFrame {
            let url = Redaction.url(frame.request.url?.absoluteString ?? "")
            guard url.contains("://") else { return }
            request.target = .frame(url: url + "*")
        } else if let name = session.viewNames.first(where: { session.view(named: $0) === view }), name != "main" {
            request.target = .view(id: name)
            if knownPopups.insert(name).inserted {
                let isSheet = name.hasPrefix("sheet")
                entries.append(
                    .step(
                        CommandRequest(
                            .expect(
                                event: isSheet ? "transom.sheet.opened" : "transom.popup.opened",
                                data: ["id": .string(name)])), isSecret: false))
            }
        }
        entries.append(.step(request, isSecret: isSecret))
    }

    /// The scenario until now.
    package var text: String {
        takeEvents()
        let run = arguments.map { JSONText.encode(.string($0)) }.joined(separator: ", ")
        var lines = ["// Recorded by transom run --record.", "{", "  run: [\(run)],", "  steps: ["]
        for (index, entry) in entries.enumerated() {
            switch entry {
            case .step(let request, let isSecret):
                let comment = isSecret ? " // what was typed here is a secret and was not written" : ""
                lines.append("    \(Scenario.text(of: request)),\(comment)")
            case .event(let type):
                // Of several between two inputs, the last is what whoever goes on has waited for.
                if index + 1 < entries.count, case .event = entries[index + 1] { continue }
                lines.append("    \(Scenario.text(of: CommandRequest(.expect(event: type, data: nil)))),")
            }
        }
        return (lines + ["  ],", "}"]).joined(separator: "\n") + "\n"
    }

    /// Writes the scenario.
    ///
    /// - Returns: A sentence that says why it cannot be written.
    package func write(to path: String) -> String? {
        do {
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            return nil
        } catch { return "--record: the scenario cannot be written to \(path)" }
    }
}
