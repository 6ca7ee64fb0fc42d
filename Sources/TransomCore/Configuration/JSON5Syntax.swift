// Says where a text is no JSON5.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Says where a text is no JSON5, which Foundation's decoder does not.
public enum JSON5Syntax {
    /// The first mistake of grammar, as `FILE:LINE:COLUMN: SENTENCE`.
    ///
    /// - Parameters:
    ///   - text: the text in UTF-8.
    ///   - file: the name that stands before the place.
    /// - Returns: nil where the grammar is that of JSON5.
    public static func mistake(in text: Data, file: String) -> String? {
        var scanner = ConfigurationScanner(Array(text), file: file)
        do throws(ConfigurationMistake) {
            _ = try scanner.document()
            return nil
        } catch { return error.description }
    }
}
