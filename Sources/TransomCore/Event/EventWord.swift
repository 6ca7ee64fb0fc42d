// Which words of a page's may stand in the type of an event.
// SPDX-License-Identifier: Apache-2.0

/// Which words of a page's may stand in the type of an event.
public enum EventWord {
    /// Whether a word is plain: 1 to 64 of `[A-Za-z0-9_.-]`.
    ///
    /// Any other word goes into an event's data, never its type.
    public static func isPlain(_ word: String) -> Bool {
        (1...64).contains(word.utf8.count)
            && word.utf8.allSatisfy { byte in
                ASCII.isAlphanumeric(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
                    || byte == UInt8(ascii: "-")
            }
    }
}
