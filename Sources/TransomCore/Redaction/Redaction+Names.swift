// Which names announce a secret.
// SPDX-License-Identifier: Apache-2.0

extension Redaction {
    private static let secretWords: Set<String> = [
        "auth", "authorization", "bearer", "credential", "cvc", "cvv", "jwt", "key", "otp", "pass", "passcode",
        "passphrase", "passwd", "password", "passwort", "pin", "pwd", "secret", "signature", "token",
    ]

    /// What a word can end with when nothing marks where its parts begin, as in `accesstoken`.
    private static let secretEndings = [
        "apikey", "credential", "passcode", "passphrase", "password", "secret", "token",
    ]

    /// Whether a parameter of this name is a secret by the look of it: `token`, `appSecret`, `access_token`, `API-Key`.
    ///
    /// The words count whole, so that `pin` in `shipping` and `key` in `keyboard` do not. For refusing secrets where
    /// they would be seen, such as on a command line; an integration's own declaration comes first where there is one.
    public static func isSecretName(_ name: String) -> Bool {
        words(of: name).contains { word in
            let singular = word.count > 3 && word.hasSuffix("s") ? String(word.dropLast()) : word
            return secretWords.contains(word) || secretWords.contains(singular)
                || secretEndings.contains { singular.hasSuffix($0) }
        }
    }

    /// The first parameter in the query or the fragment of `url` whose name is that of a secret, nil where there is
    /// none.
    ///
    /// Names are read with their percent escapes decoded, twice, so that an escaped spelling does not pass.
    public static func secretNamedParameter(inURL url: String) -> String? {
        let parts = ParsedURL(url)
        for range in [parts.queryRange, parts.fragmentRange].compactMap({ $0 }) {
            let separators: Set<UInt8> = [
                UInt8(ascii: "&"), UInt8(ascii: ";"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "/"),
            ]
            for parameter in parts.bytes[range].split(whereSeparator: separators.contains) {
                let encoded = parameter.prefix { $0 != UInt8(ascii: "=") }
                let name = ASCII.string(PercentEncoding.decode(PercentEncoding.decode(encoded)))
                if isSecretName(name) { return name }
            }
        }
        return nil
    }

    /// The parts of a name in lower case: split at everything that is no letter or digit, before an upper-case letter
    /// that follows a lower-case one, and before the last capital of a run, so that `APIKey` is `api` and `key`.
    private static func words(of name: String) -> [String] {
        let bytes = Array(name.utf8)
        var words: [String] = []
        var word: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            let isBoundary: Bool
            if ASCII.isUpper(byte), index > 0 {
                let followsLower = !ASCII.isUpper(bytes[index - 1])
                let precedesLower = index + 1 < bytes.count && ASCII.isLower(bytes[index + 1])
                isBoundary = followsLower || precedesLower
            } else {
                isBoundary = false
            }
            if isBoundary || !ASCII.isLetter(byte), !word.isEmpty {
                words.append(ASCII.string(word))
                word = []
            }
            if ASCII.isLetter(byte) { word.append(ASCII.lowercased(byte)) }
        }
        if !word.isEmpty { words.append(ASCII.string(word)) }
        return words
    }
}
