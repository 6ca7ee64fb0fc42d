// What may be repeated of a text that somebody typed.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// What may be repeated of a text that somebody typed where another was expected.
nonisolated enum GivenText {
    /// The text in quotation marks, for a sentence; a stand-in where it could be a secret in the wrong place.
    ///
    /// Of a URL, what follows `?` or `#` and what stands before `@` is left out. Sixteen letters and digits in a row, of
    /// both kinds, are what a key or a token looks like, and no mistyped word.
    static func shown(_ text: String) -> String {
        let plain = AddressText.withoutHiddenParts(text)
        return looksLikeSecret(plain) ? "what is given" : TransomCore.quoted(plain)
    }

    private static func looksLikeSecret(_ text: String) -> Bool {
        let isWord: (Unicode.Scalar) -> Bool = { $0.properties.isAlphabetic || $0.properties.numericType != nil }
        return text.unicodeScalars.split { !isWord($0) }.contains { run in
            run.count >= 16 && run.contains { $0.properties.isAlphabetic }
                && run.contains { $0.properties.numericType != nil }
        }
    }
}
