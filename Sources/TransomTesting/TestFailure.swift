// Why something that a test asked for did not happen.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Why something that a test asked for did not happen, with what is known of the page at that moment.
///
/// Its description has a line for the reason, and then the URL, the last events and console lines, and the folder with the
/// whole of it: `events.jsonl`, `console.txt`, `page.html` and `screenshot.png`.
public struct TestFailure: Error, Sendable, CustomStringConvertible {
    /// What was asked for and why it did not happen, in one sentence or in a block of lines.
    public let reason: String
    /// The URL that the page showed, without its query.
    public let url: String
    /// The last events' types, the newest last.
    public let events: [String]
    /// The last lines of the console, the newest last.
    public let console: [String]
    /// The folder with the artefacts; nil where none could be written.
    public let artefacts: String?

    /// The path of the picture of the window; nil where none could be taken.
    public var screenshot: String? {
        artefacts.map { $0 + "/screenshot.png" }.flatMap { access($0, R_OK) == 0 ? $0 : nil }
    }

    /// All of it, for people.
    public var description: String {
        var lines = [reason]
        if !url.isEmpty { lines.append("    url      \(url)") }
        if !events.isEmpty { lines.append("    events   \(events.joined(separator: " "))") }
        for line in console { lines.append("    console  \(line)") }
        if let picture = screenshot { lines.append("    picture  \(picture)") }
        if let artefacts { lines.append("    files    \(artefacts)") }
        return lines.joined(separator: "\n")
    }
}
