// What a page wrote to its console, or what went wrong in its scripts.
// SPDX-License-Identifier: Apache-2.0

package import TransomCore

/// What a page wrote to its console, or what went wrong in its scripts.
package nonisolated struct ConsoleLine: Sendable, Equatable {
    /// `debug`, `log`, `info`, `warn` or `error`; nothing for an error that no script caught.
    package let level: String?
    /// What was written, at most 4,096 characters.
    package let text: String
    /// Where the script of an error is, redacted.
    package let url: String?
    /// The line in it.
    package let line: Int64?

    /// Reads what the page's half says; nil where that is something else, for a page may say anything.
    package init?(_ value: JSONValue) {
        guard case .object(let members) = value, case .string(let text)? = members["text"] else { return nil }
        self.text = String(text.prefix(4_096))
        if case .bool(true)? = members["error"] {
            level = nil
        } else {
            guard case .string(let word)? = members["level"],
                ["debug", "log", "info", "warn", "error"].contains(word)
            else { return nil }
            level = word
        }
        url = if case .string(let url)? = members["url"], !url.isEmpty { Redaction.url(url) } else { nil }
        line = if case .integer(let line)? = members["line"], line > 0 { line } else { nil }
    }

    /// The event that tells of it.
    ///
    /// - Parameter frame: `main`, `iframe` or `popup`.
    package func draft(frame: NavigationTarget) -> EventDraft {
        var data: [String: JSONValue] = ["text": .string(text), "frame": .string(frame.rawValue)]
        if let url { data["url"] = .string(url) }
        if let line { data["line"] = .integer(line) }
        guard let level else {
            data["reason"] = "script"
            return EventDraft("transom.page.error", .object(data))
        }
        data["level"] = .string(level)
        return EventDraft("transom.page.console", .object(data))
    }
}
