// The fields of each command.
// SPDX-License-Identifier: Apache-2.0

extension Command {
    /// Reads the fields of a command.
    init(_ verb: Verb, _ fields: inout CommandFields) throws(CommandError) {
        switch verb {
        case .open:
            self = .open(integration: try fields.string("integration"), parameters: try fields.lists("parameters"))
        case .reload: self = .reload
        case .back: self = .back
        case .navigate: self = .navigate(url: try fields.string("url"))
        case .close: self = .close
        case .click: self = .click(selector: try fields.string("selector"))
        case .fill: self = .fill(selector: try fields.string("selector"), text: try fields.string("text"))
        case .press: self = .press(key: try fields.string("key"), selector: try fields.optionalString("selector"))
        case .select: self = .select(selector: try fields.string("selector"), option: try fields.string("option"))
        case .upload: self = .upload(selector: try fields.optionalString("selector"), files: try fields.list("files"))
        case .wait: self = .wait(try WaitCondition(&fields))
        case .expect: self = .expect(event: try fields.string("event"), data: fields.any("data"))
        case .send: self = .send(type: try fields.string("type"), data: fields.any("data") ?? [:])
        case .returnLink: self = .returnLink(url: try fields.string("url"))
        case .evaluate:
            let script = try fields.string("script")
            guard case .object(let arguments) = fields.any("arguments") ?? [:] else {
                throw fields.invalid("arguments", "an object")
            }
            self = .evaluate(script: script, arguments: arguments)
        case .screenshot: self = .screenshot(path: try fields.optionalString("path"))
        case .popup: self = .popup(try fields.word("action", PopupAction.self))
        case .dialog: self = .dialog(accept: try fields.boolean("accept"), text: try fields.optionalString("text"))
        case .stub:
            let url = try fields.string("url")
            let status = try fields.optionalNumber("status") ?? 200
            guard (100...599).contains(status), status == status.rounded() else {
                throw fields.invalid("status", "a number from 100 to 599")
            }
            self = .stub(
                url: url, status: Int(status), headers: try fields.strings("headers"),
                body: try fields.optionalString("body") ?? "")
        case .delay:
            let url = try fields.string("url")
            guard let seconds = try fields.optionalNumber("seconds") else {
                throw .missing(command: fields.command, field: "seconds")
            }
            self = .delay(url: url, seconds: seconds)
        case .fail: self = .fail(url: try fields.string("url"), kind: try fields.word("kind", NetworkFailure.self))
        case .offline: self = .offline(try fields.boolean("offline"))
        case .kill: self = .kill(try fields.word("process", EngineProcess.self, standard: .web))
        case .reset: self = .reset
        case .status: self = .status
        case .quit: self = .quit
        }
        try fields.finish()
    }

    /// The fields of this command.
    var fields: [String: JSONValue] {
        switch self {
        case .reload, .back, .close, .reset, .status, .quit: return [:]
        case .open(let integration, let parameters):
            let values = parameters.mapValues { values -> JSONValue in
                values.count == 1 ? .string(values[0]) : .array(values.map(JSONValue.string))
            }
            return ["integration": .string(integration), "parameters": .object(values)]
        case .navigate(let url), .returnLink(let url): return ["url": .string(url)]
        case .click(let selector): return ["selector": .string(selector)]
        case .fill(let selector, let text): return ["selector": .string(selector), "text": .string(text)]
        case .press(let key, let selector): return Self.filled(["key": .string(key)], "selector", selector)
        case .select(let selector, let option): return ["selector": .string(selector), "option": .string(option)]
        case .upload(let selector, let files):
            return Self.filled(["files": .array(files.map(JSONValue.string))], "selector", selector)
        case .wait(let condition): return condition.fields
        case .expect(let event, let data):
            return ["event": .string(event)].merging(data.map { ["data": $0] } ?? [:]) { first, _ in first }
        case .send(let type, let data): return ["type": .string(type), "data": data]
        case .evaluate(let script, let arguments):
            return ["script": .string(script), "arguments": .object(arguments)]
        case .screenshot(let path): return Self.filled([:], "path", path)
        case .popup(let action): return ["action": .string(action.rawValue)]
        case .dialog(let accept, let text): return Self.filled(["accept": .bool(accept)], "text", text)
        case .stub(let url, let status, let headers, let body):
            return [
                "url": .string(url), "status": .integer(Int64(status)), "body": .string(body),
                "headers": .object(headers.mapValues(JSONValue.string)),
            ]
        case .delay(let url, let seconds):
            return ["url": .string(url), "seconds": JSONValue(double: seconds) ?? 0]
        case .fail(let url, let kind): return ["url": .string(url), "kind": .string(kind.rawValue)]
        case .offline(let isOffline): return ["offline": .bool(isOffline)]
        case .kill(let process): return ["process": .string(process.rawValue)]
        }
    }

    /// The fields with one more where it has a value.
    private static func filled(
        _ fields: [String: JSONValue], _ name: String, _ value: String?
    ) -> [String: JSONValue] {
        var fields = fields
        if let value { fields[name] = .string(value) }
        return fields
    }
}

extension WaitCondition {
    /// Reads the one field that says what is waited for.
    init(_ fields: inout CommandFields) throws(CommandError) {
        let selector = try fields.optionalString("selector")
        let event = try fields.optionalString("event")
        let url = try fields.optionalString("url")
        let state = try fields.optionalString("state")
        switch (selector, event, url, state) {
        case (let selector?, nil, nil, nil): self = .selector(selector)
        case (nil, let event?, nil, nil): self = .event(event)
        case (nil, nil, let url?, nil): self = .url(url)
        case (nil, nil, nil, "load"?): self = .load
        default: throw fields.invalid("wait", "one of selector, event, url, or state with the value load")
        }
    }

    /// The one field.
    var fields: [String: JSONValue] {
        switch self {
        case .selector(let selector): ["selector": .string(selector)]
        case .event(let event): ["event": .string(event)]
        case .url(let url): ["url": .string(url)]
        case .load: ["state": "load"]
        }
    }
}
