// What something that failed leaves behind.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
package import TransomCore

/// Writes what is known of a page when something failed: `events.jsonl`, `console.txt`, `page.html`, `screenshot.png`.
package enum Artefacts {
    /// What was found and where it is.
    package struct Evidence: Sendable {
        /// The folder; nil where none could be written.
        package let folder: String?
        /// The URL that was shown, without its query.
        package let url: String
        /// The lines of the console.
        package let console: [String]
        /// The events' types, answers left out.
        package let types: [String]
    }

    private static let count = Mutex(0)

    /// The folder that is meant where nobody says another: `TRANSOM_RESULTS`, else `test-results` in the working folder.
    package static var standardFolder: String {
        ProcessInfo.processInfo.environment["TRANSOM_RESULTS"].flatMap { $0.isEmpty ? nil : $0 } ?? "test-results"
    }

    /// Collects and writes everything, into a folder whose name holds the process's number, so that tests that run at once do
    /// not write into each other's.
    ///
    /// - Parameters:
    ///   - root: The folder that gets the folder.
    ///   - name: What failed.
    ///   - log: The events.
    ///   - target: The page that it failed in.
    ///   - perform: Asks the page; it may be unable to say anything any more.
    package static func write(
        to root: String, name: String, log: EventLog, target: CommandTarget,
        perform: (CommandRequest) async -> JSONValue?
    ) async -> Evidence {
        let folder = makeFolder(root, name)
        let events = log.events
        let lines = events.compactMap(consoleLine)
        write(events.map(\.json), to: folder, "events.jsonl")
        write(lines, to: folder, "console.txt")
        let html = await perform(
            CommandRequest(
                .evaluate(script: "return document.documentElement.outerHTML.slice(0, 900000)", arguments: [:]),
                target: target, timeout: .seconds(2)))
        if case .object(let members)? = html, case .string(let text)? = members["value"] {
            write([text], to: folder, "page.html")
        }
        if let folder {
            _ = await perform(
                CommandRequest(.screenshot(path: folder + "/screenshot.png"), timeout: .seconds(5)))
        }
        let status = await perform(CommandRequest(.status, timeout: .seconds(2)))
        return Evidence(
            folder: folder, url: url(in: status, target), console: lines,
            types: events.map(\.type).filter { !$0.hasPrefix("transom.control.") })
    }

    private static func url(in status: JSONValue?, _ target: CommandTarget) -> String {
        guard case .object(let members)? = status, case .array(let views)? = members["views"] else { return "" }
        let names = views.compactMap { view -> (id: String, url: String)? in
            guard case .object(let view) = view, case .string(let id)? = view["id"],
                case .string(let url)? = view["url"]
            else { return nil }
            return (id, url)
        }
        return (names.first { $0.id == target.description } ?? names.first)?.url ?? ""
    }

    private static func consoleLine(_ event: Event) -> String? {
        guard case .object(let data) = event.data, case .string(let text)? = data["text"] else { return nil }
        switch event.type {
        case "transom.page.console": return "\(data["level"]?.stringValue ?? "log"): \(text)"
        case "transom.page.error": return "uncaught: \(text)"
        default: return nil
        }
    }

    private static func makeFolder(_ root: String, _ name: String) -> String? {
        let number = count.withLock { count in
            count += 1
            return count
        }
        let path = "\(root)/\(name)-\(ProcessInfo.processInfo.processIdentifier)-\(number)"
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            return URL(fileURLWithPath: path).path
        } catch { return nil }
    }

    private static func write(_ lines: [String], to folder: String?, _ name: String) {
        guard let folder else { return }
        let text = lines.joined(separator: "\n") + "\n"
        try? text.write(toFile: folder + "/" + name, atomically: true, encoding: .utf8)
    }
}
