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
            parts += members.sorted { $0.key < $1.key }.map { "\($0.key)=\(value($0.value))" }
        } else if event.data != .null {
            parts.append(JSONText.encode(event.data))
        }
        if let replyto = event.replyto { parts.append("(answers \(value(.string(replyto))))") }
        return parts.joined(separator: "  ")
    }

    private static func value(_ value: JSONValue) -> String {
        if case .string(let text) = value, !text.isEmpty, !text.contains(where: { $0 == " " || $0 == "\"" }),
            !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
        {
            return text
        }
        let text = JSONText.encode(value)
        return text.count > 400 ? String(text.prefix(400)) + "…" : text
    }
}
