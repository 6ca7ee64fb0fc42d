// What came of a scenario.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// What came of a scenario.
package struct ScenarioOutcome: Sendable, Equatable {
    /// The name of its file.
    package let name: String
    /// How many steps it has.
    package let steps: Int
    /// The block that says which step failed and why; nothing where all were done.
    package let failure: String?
    /// The folder with what a failed one leaves behind.
    package let artefacts: String?
    /// How long it took.
    package let duration: Duration

    /// What came of one.
    package init(name: String, steps: Int, failure: String?, artefacts: String? = nil, duration: Duration) {
        (self.name, self.steps, self.failure) = (name, steps, failure)
        (self.artefacts, self.duration) = (artefacts, duration)
    }

    /// Seconds with three decimals.
    package var seconds: String {
        let parts = duration.components
        let milliseconds = String(parts.seconds * 1000 + parts.attoseconds / 1_000_000_000_000_000)
        let padded = String(repeating: "0", count: max(0, 4 - milliseconds.count)) + milliseconds
        return "\(padded.dropLast(3)).\(padded.suffix(3))"
    }

    // MARK: - Reports

    /// All as the Test Anything Protocol, version 13.
    package static func tap(_ all: [ScenarioOutcome]) -> String {
        var lines = ["TAP version 13", "1..\(all.count)"]
        for (index, outcome) in all.enumerated() {
            lines.append("\(outcome.failure == nil ? "ok" : "not ok") \(index + 1) - \(outcome.name)")
            guard let failure = outcome.failure else { continue }
            lines += failure.split(separator: "\n").map { "# \($0)" }
            if let artefacts = outcome.artefacts { lines.append("# files: \(artefacts)") }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// All as the XML that JUnit's readers take.
    package static func junit(_ all: [ScenarioOutcome]) -> String {
        let failed = all.count { $0.failure != nil }
        var lines = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#,
            #"<testsuite name="transom" tests="\#(all.count)" failures="\#(failed)" errors="0">"#,
        ]
        for outcome in all {
            let head = #"  <testcase classname="transom" name="\#(escape(outcome.name))" time="\#(outcome.seconds)""#
            guard let failure = outcome.failure else {
                lines.append(head + "/>")
                continue
            }
            let first = failure.split(separator: "\n").first.map(String.init) ?? ""
            lines.append(head + ">")
            lines.append(#"    <failure message="\#(escape(first))">\#(escape(failure))</failure>"#)
            if let artefacts = outcome.artefacts { lines.append("    <system-out>\(escape(artefacts))</system-out>") }
            lines.append("  </testcase>")
        }
        return (lines + ["</testsuite>"]).joined(separator: "\n") + "\n"
    }

    private static func escape(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\n": escaped += "&#10;"
            // XML 1.0 has no such characters.
            case let scalar where scalar.value < 0x20 && scalar != "\t": escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
