// transom ctl: tells a running host what to do, and prints its answer.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomAutomation
import TransomCore

/// `transom ctl status|open|reload|reset|screenshot|send|quit`, and `command` for any command that there is.
nonisolated struct CtlCommand {
    /// Sends a command to a host by its name and waits so long for the answer.
    let perform: (CommandRequest, String?, Duration?) -> ControlClient.Answer

    /// Carries one of them out.
    func run(_ arguments: ParsedArguments) -> Report {
        let name = arguments.command.name
        let request: CommandRequest
        do throws(Mistake) { request = try Self.request(arguments) } catch {
            return Report(notes: ["transom: \(name): \(error.sentence)"], status: .usage)
        }
        // A sheet may stay for as long as a customer needs.
        let isSheet = request.command.verb == .open
        let limit = request.timeout ?? (isSheet ? nil : Limits.standard.commandDeadline)
        switch perform(request, arguments.last("host"), limit) {
        case .result(let value): return report(value, arguments)
        case .failed(let sentence): return failure(name, sentence)
        case .noHost(let running):
            guard let host = arguments.last("host") else {
                return failure(name, "no host of this user runs; as root every host is found")
            }
            let list = running.isEmpty ? "none runs" : "there runs " + running.joined(separator: ", ")
            return failure(name, "no host is named \(TransomCore.quoted(host)); \(list)")
        case .several(let names):
            return failure(name, "several hosts run; name one with --host: \(names.sorted().joined(separator: ", "))")
        }
    }

    private struct Mistake: Error {
        let sentence: String
    }

    private static func request(_ arguments: ParsedArguments) throws(Mistake) -> CommandRequest {
        guard arguments.command == CommandTable.ctlCommand else { return CommandRequest(try command(arguments)) }
        do throws(CommandError) {
            return try Scenario.step(text: arguments.positionals.first ?? "").request
        } catch {
            throw Mistake(sentence: error.description)
        }
    }

    private static func command(_ arguments: ParsedArguments) throws(Mistake) -> Command {
        let given = arguments.positionals.first ?? ""
        switch arguments.command {
        case CommandTable.ctlOpen:
            var parameters: [String: [String]] = [:]
            for text in arguments.all("param") {
                guard let sign = text.firstIndex(of: "="), sign > text.startIndex else {
                    throw Mistake(sentence: "--param takes NAME=VALUE")
                }
                parameters[String(text[..<sign]), default: []].append(String(text[text.index(after: sign)...]))
            }
            return .open(integration: given, parameters: parameters)
        case CommandTable.ctlReload: return .reload
        case CommandTable.ctlReset: return .reset
        case CommandTable.ctlScreenshot: return .screenshot(path: nil)
        case CommandTable.ctlSend:
            guard let sign = given.firstIndex(of: "=") else { return .send(type: given, data: [:]) }
            do throws(JSONFault) {
                let data = try JSONParser.parse(String(given[given.index(after: sign)...]))
                return .send(type: String(given[..<sign]), data: data)
            } catch {
                throw Mistake(sentence: "what follows = is no JSON: \(error)")
            }
        case CommandTable.ctlQuit: return .quit
        default: return .status
        }
    }

    private func report(_ value: JSONValue, _ arguments: ParsedArguments) -> Report {
        if arguments.command == CommandTable.ctlScreenshot {
            let path = arguments.positionals.first ?? ""
            guard let text = value["png"]?.stringValue, let picture = Data(base64Encoded: text) else {
                return failure(arguments.command.name, "the host gave no picture")
            }
            do {
                try picture.write(to: URL(filePath: path))
            } catch {
                return failure(arguments.command.name, "\(TransomCore.quoted(path)) cannot be written")
            }
            return Report(results: arguments.has("json") ? [JSONText.encode(["path": .string(path)])] : [])
        }
        if arguments.has("json") { return Report(results: [JSONText.encode(value)]) }
        return Report(results: Self.text(value))
    }

    /// An answer for people: a line for each member, and one for each element of an array.
    private static func text(_ value: JSONValue, _ path: String = "") -> [String] {
        switch value {
        case .object(let members):
            return members.keys.sorted().flatMap { name in
                let shown = EventLine.escaped(name)
                return text(members[name] ?? nil, path.isEmpty ? shown : path + "." + shown)
            }
        case .array(let elements):
            return elements.enumerated().flatMap { text($1, "\(path)[\($0)]") }
        case .string(let text): return ["\(path): \(EventLine.escaped(text))"]
        default: return ["\(path): \(EventLine.escaped(JSONText.encode(value)))"]
        }
    }

    private func failure(_ name: String, _ sentence: String) -> Report {
        Report(notes: ["transom: \(name): \(sentence)"], status: .failure)
    }
}
