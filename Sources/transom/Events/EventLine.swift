// An event as one line for people.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// An event as one line for people: time, type, who spoke, and the data as `name=value`.
nonisolated enum EventLine {
    /// The line of an event.
    static func text(_ event: Event) -> String {
        // Within a day the date says nothing that a file's name does not.
        let time = event.time.rfc3339.dropFirst(11).dropLast()
        var parts = [String(time), event.type]
        if let origin = event.origin { parts.append(origin + (event.mainframe == false ? " (frame)" : "")) }
        if case .object(let members) = event.data {
            parts += members.sorted { $0.key < $1.key }.map { "\(plain($0.key))=\(value($0.value))" }
        } else if event.data != .null {
            parts.append(value(event.data))
        }
        if let replyto = event.replyto { parts.append("(answers \(value(.string(replyto))))") }
        return parts.joined(separator: "  ")
    }

    private static func value(_ value: JSONValue) -> String {
        if case .string(let text) = value, !text.isEmpty, !text.contains(where: { $0 == " " || $0 == "\"" }),
            isShowable(text)
        {
            return text
        }
        let text = escaped(JSONText.encode(value))
        return text.count > 400 ? String(text.prefix(400)) + "…" : text
    }

    private static func plain(_ name: String) -> String { value(.string(name)) }

    /// A text in which nothing is left that a terminal acts on, or that turns the direction of a line: JSON escapes only
    /// what has a code below 32.
    static func escaped(_ text: String) -> String {
        if isShowable(text) { return text }
        var shown = ""
        for scalar in text.unicodeScalars {
            let one = String(scalar)
            shown += isShowable(one) ? one : "\\u{" + String(scalar.value, radix: 16) + "}"
        }
        return shown
    }
}
