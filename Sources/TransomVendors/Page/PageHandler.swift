// A handler as it is written on a command line.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// A handler as it is written on a command line: `NAME`, `NAME:text` or `NAME:object`.
struct PageHandler: Equatable {
    /// What is possible, in words that stand after "is not".
    static let expectation =
        "NAME, NAME:text or NAME:object, where NAME begins with a letter and has up to 64 of A-Z a-z 0-9 _"

    let name: String
    let form: MessageForm

    /// Reads a handler; `transom` is taken by the host itself.
    init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard Self.isName(name), name != "transom" else { return nil }
        switch parts.dropFirst().first {
        case nil: form = .any
        case "text"?: form = .text
        case "object"?: form = .object
        default: return nil
        }
        self.name = name
    }

    private static func isName(_ name: String) -> Bool {
        guard let first = name.utf8.first, EventWord.isPlain(name) else { return false }
        return !(0x30...0x39).contains(first) && first != UInt8(ascii: "_")
            && !name.utf8.contains(UInt8(ascii: ".")) && !name.utf8.contains(UInt8(ascii: "-"))
    }
}
