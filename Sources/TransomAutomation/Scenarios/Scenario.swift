// A scenario as its file describes it.
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import TransomCore

/// A scenario: what is opened, and what is done and waited for, step by step.
///
/// ```json5
/// {
///   run: ["page", "--serve", "https://shop.example=./dist", "--url", "https://shop.example/", "--handler", "bridge"],
///   steps: [
///     { fill: "role=textbox[name=Amount]", text: "500" },
///     { click: "text=Pay", target: "https://pay.example/*" },
///     { expect: "page.bridge", data: { amount: "500" }, timeout: 20 },
///   ],
/// }
/// ```
///
/// A step is a command of the control pipe; the command's name may stand with its first field instead of `command`.
package struct Scenario: Sendable, Equatable {
    /// A step with how it is told.
    package struct Step: Sendable, Equatable {
        /// The command.
        package let request: CommandRequest
        /// The command's name and its first field.
        package let title: String
    }

    /// The name of its file, without the folder.
    package let name: String
    /// The folder of its file, which relative paths begin at.
    package let folder: String
    /// The arguments of `transom run`.
    package let arguments: [String]
    /// The steps.
    package let steps: [Step]

    /// The field that a command's name may stand with.
    package static let firstFields: [Command.Verb: String] = [
        .open: "integration", .navigate: "url", .click: "selector", .fill: "selector", .press: "key",
        .select: "selector", .upload: "selector", .wait: "selector", .expect: "event", .send: "type",
        .returnLink: "url", .evaluate: "script", .screenshot: "path", .popup: "action", .dialog: "accept",
        .stub: "url", .delay: "url", .fail: "url", .offline: "offline", .kill: "process",
    ]

    /// Reads a file.
    ///
    /// - Throws: ``ScenarioFault``, the first.
    package init(path: String) throws(ScenarioFault) {
        guard let data = FileManager.default.contents(atPath: path) else { throw .unreadable(path: path) }
        let url = URL(fileURLWithPath: path)
        try self.init(data, name: url.lastPathComponent, folder: url.deletingLastPathComponent().path)
    }

    /// Reads a text.
    package init(_ data: Data, name: String, folder: String) throws(ScenarioFault) {
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        let value: JSONValue
        do { value = try decoder.decode(JSONValue.self, from: data) } catch {
            throw .syntax(name: name, mistake: JSON5Syntax.mistake(in: data, file: name))
        }
        guard case .object(let members) = value else { throw .shape(name: name, "it is no object") }
        for key in members.keys.sorted() where !["run", "steps", "description"].contains(key) {
            throw .shape(name: name, "there is no member \(quoted(key)); run, steps and description are possible")
        }
        guard case .array(let run)? = members["run"], case let arguments = run.compactMap(\.stringValue),
            arguments.count == run.count, !arguments.isEmpty
        else { throw .shape(name: name, "\"run\" is not the arguments of transom run, such as [\"hubble\"]") }
        guard case .array(let steps)? = members["steps"], !steps.isEmpty else {
            throw .shape(name: name, "\"steps\" is not an array of commands")
        }
        var read: [Step] = []
        for (index, step) in steps.enumerated() {
            do throws(CommandError) { read.append(try Self.step(step)) } catch {
                throw .step(name: name, number: index + 1, of: steps.count, error)
            }
        }
        (self.name, self.folder, self.arguments, self.steps) = (name, folder, arguments, read)
    }

    /// Reads one step from JSON5.
    package static func step(text: String) throws(CommandError) -> Step {
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        guard let value = try? decoder.decode(JSONValue.self, from: Data(text.utf8)) else { throw .notACommand }
        return try step(value)
    }

    /// Reads one step.
    package static func step(_ value: JSONValue) throws(CommandError) -> Step {
        guard case .object(var members) = value else { throw .notACommand }
        if members["command"] == nil {
            let verbs = Command.Verb.allCases.filter { members[$0.rawValue] != nil }
            // A field may have a command's name, as "offline" has: then it is the one that stands alone as a command.
            guard let verb = verbs.first(where: { firstFields[$0] != nil || verbs.count == 1 }) else {
                throw unknown(members.keys.filter { !["id", "target", "timeout"].contains($0) }.sorted())
            }
            let first = members.removeValue(forKey: verb.rawValue)
            members["command"] = .string(verb.rawValue)
            if case .object(let fields)? = first {
                members.merge(fields) { $1 }
            } else if let field = firstFields[verb], first != .null {
                members[field] = first
            }
        }
        let request = try CommandRequest(.object(members))
        let name = request.command.verb.rawValue
        let field = firstFields[request.command.verb].flatMap { members[$0]?.stringValue }
        return Step(request: request, title: field.map { "\(name) \($0)" } ?? name)
    }

    /// What is wrong with a step none of whose members is a command: the one that is most like a command was meant as one.
    private static func unknown(_ names: [String]) -> CommandError {
        let verbs = Command.Verb.allCases.map(\.rawValue)
        for name in names {
            guard let suggestion = NearestName.suggestion(for: name, in: verbs) else { continue }
            return .unknownCommand(given: name, suggestion: suggestion)
        }
        return names.count == 1 ? .unknownCommand(given: names[0], suggestion: nil) : .notACommand
    }

    /// A step as it is written.
    package static func text(of request: CommandRequest) -> String {
        guard case .object(var members) = request.json else { return "" }
        let verb = request.command.verb
        members["command"] = nil
        var parts: [String] = []
        if let field = firstFields[verb], let first = members.removeValue(forKey: field) {
            parts.append("\(verb.rawValue): \(JSONText.encode(first))")
        } else if members.isEmpty, firstFields[verb] == nil {
            parts.append("\(verb.rawValue): true")
        } else {
            parts.append("command: \(JSONText.encode(.string(verb.rawValue)))")
        }
        for (name, member) in members.sorted(by: { $0.key < $1.key }) {
            parts.append("\(name): \(JSONText.encode(member))")
        }
        return "{ " + parts.joined(separator: ", ") + " }"
    }
}
