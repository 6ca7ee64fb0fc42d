// Questions about single bytes of a URL, asked without any locale.
// SPDX-License-Identifier: Apache-2.0

/// Byte classes that the URL, host and redaction code share.
enum ASCII {
    /// Whether `byte` is `0`–`9`.
    static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    /// Whether `byte` is `a`–`z`.
    static func isLower(_ byte: UInt8) -> Bool { byte &- 0x61 < 26 }

    /// Whether `byte` is `A`–`Z`.
    static func isUpper(_ byte: UInt8) -> Bool { byte &- 0x41 < 26 }

    /// Whether `byte` is an ASCII letter.
    static func isLetter(_ byte: UInt8) -> Bool { isLower(byte) || isUpper(byte) }

    /// Whether `byte` is an ASCII letter or digit.
    static func isAlphanumeric(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }

    /// `byte` with `A`–`Z` folded to lower case.
    static func lowercased(_ byte: UInt8) -> UInt8 { isUpper(byte) ? byte | 0x20 : byte }

    /// The value of a hexadecimal digit in either case, or nil.
    static func hexValue(_ byte: UInt8) -> UInt8? {
        if isDigit(byte) { return byte &- 0x30 }
        let folded = byte | 0x20
        return folded &- 0x61 < 6 ? folded &- 0x57 : nil
    }

    /// The text of bytes, which are ASCII or come from a string.
    static func string(_ bytes: some Collection<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self)
    }
}
