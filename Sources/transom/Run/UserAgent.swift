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
            guard text.utf8.count <= 512, text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
                throw .form(
                    flag: "--user-agent", form: "default, ios, or a text of at most 512 ASCII characters", given: text)
            }
            return text
        }
    }
}
