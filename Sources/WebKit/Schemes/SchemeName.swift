// Names of URL schemes.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a URL scheme may be called, and which the engine keeps for itself.
enum SchemeName {
    /// The schemes that the engine handles itself, in lower case.
    static let native: Set<String> = [
        "about", "applewebdata", "blob", "data", "file", "ftp", "http", "https", "javascript", "webkit-fake-url", "ws",
        "wss",
    ]

    /// A scheme in lower case, or nil where it is none: a letter, then letters, digits, `+`, `-` and `.`.
    static func canonical(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        guard let first = bytes.first, isLetter(first), bytes.count <= 255 else { return nil }
        let isName = bytes.allSatisfy { byte in
            isLetter(byte) || (0x30...0x39).contains(byte) || byte == 0x2B || byte == 0x2D || byte == 0x2E
        }
        return isName ? text.lowercased() : nil
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20)
    }
}
