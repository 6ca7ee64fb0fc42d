// A text from a device or a page, made harmless.
// SPDX-License-Identifier: Apache-2.0

/// Makes a text from a device or a page harmless: no control, format or bidi characters, one line, a bounded length.
enum PlainText {
    /// The text, at most `length` characters; never empty where `fallback` is not.
    static func line(_ text: String, length: Int, fallback: String = "") -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: scalars.append(" ")
            case .format, .surrogate, .privateUse, .unassigned: continue
            default: scalars.append(scalar)
            }
        }
        let words = String(scalars).split(separator: " ", omittingEmptySubsequences: true)
        let line = String(words.joined(separator: " ").prefix(length))
        return line.isEmpty ? fallback : line
    }
}
