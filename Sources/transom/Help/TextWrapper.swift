// Breaks text into lines for a terminal.
// SPDX-License-Identifier: Apache-2.0

/// Breaks text into lines for a terminal.
nonisolated enum TextWrapper {
    /// The text in lines of at most `width` characters, where its words allow that.
    ///
    /// - Parameters:
    ///   - text: words with spaces between.
    ///   - width: in characters, the indentation not counted.
    ///   - indentation: put in front of every line but the first.
    static func wrap(_ text: String, width: Int, indentation: Int = 0) -> String {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let line = lines.last, line.count + 1 + word.count <= width {
                lines[lines.count - 1] = line + " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines.joined(separator: "\n" + String(repeating: " ", count: indentation))
    }
}
