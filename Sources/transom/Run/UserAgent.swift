// What a page is told about the browser.
// SPDX-License-Identifier: Apache-2.0

/// What a page is told about the browser: `default`, `ios`, or a text.
nonisolated enum UserAgent {
    /// What WKWebView sends on an iPhone when its app has not changed it.
    static let ios = """
        Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148
        """

    /// Reads what follows `--user-agent`.
    ///
    /// - Returns: the text, nothing for the engine's own.
    /// - Throws: `RunOptionsError.form` for a text that no HTTP header can hold.
    static func parse(_ text: String) throws(RunOptionsError) -> String? {
        switch text {
        case "default": return nil
        case "ios": return ios
        default:
            guard text.utf8.count <= 512, isValue(text) else {
                throw .form(
                    flag: "--user-agent",
                    form: "default, ios, or a text of at most 512 ASCII characters such as Kiosk/1.0 (Linux)",
                    given: text)
            }
            return text
        }
    }

    /// Whether a text is products and comments, as RFC 9110 has a User-Agent; the engine ignores anything else.
    private static func isValue(_ text: String) -> Bool {
        var depth = 0
        var words = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"):
                depth -= 1
                if depth < 0 { return false }
                words += " "
            case 0x20...0x7E where depth > 0: continue
            case 0x20...0x7E: words.unicodeScalars.append(UnicodeScalar(byte))
            default: return false
            }
        }
        let products = words.split(separator: " ")
        return depth == 0 && text.first != "(" && !products.isEmpty && products.allSatisfy(isProduct)
    }

    /// Whether a word is a token, or two with a slash between.
    private static func isProduct(_ word: Substring) -> Bool {
        let parts = word.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count <= 2
            && parts.allSatisfy { part in
                !part.isEmpty
                    && part.utf8.allSatisfy { byte in
                        (0x61...0x7A).contains(byte | 0x20) && byte > 0x40 || (0x30...0x39).contains(byte)
                            || "!#$%&'*+-.^_`|~".utf8.contains(byte)
                    }
            }
    }
}
