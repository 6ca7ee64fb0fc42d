// What a page is told about the browser.
// SPDX-License-Identifier: Apache-2.0

/// What a page is told about the browser.
nonisolated enum UserAgent: Sendable, Equatable {
    /// WebKitGTK's own.
    case standard
    /// That of an iPhone's WKWebView.
    case ios
    /// This text.
    case text(String)

    /// Reads what follows `--user-agent`; nothing for a text that no HTTP header can hold.
    init?(_ text: String) {
        switch text {
        case "default": self = .standard
        case "ios": self = .ios
        default:
            guard text.utf8.count <= 512, text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
            self = .text(text)
        }
    }
}
