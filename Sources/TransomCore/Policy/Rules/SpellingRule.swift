// Refuses URLs that two parsers could read differently.
// SPDX-License-Identifier: Apache-2.0

/// A URL is printable ASCII; one that a page or a person wrote has none of the characters that parsers, shells and
/// terminals read in their own ways either.
struct SpellingRule: NavigationRule {
    let name = "spelling"

    func evaluate(_ navigation: Navigation, under policy: NavigationPolicy) -> NavigationVerdict {
        let isRaw = navigation.request.spelling == .raw
        var previous: UInt8 = 0
        for byte in navigation.url.bytes {
            if byte >= 0x80 {
                return .decide(
                    .blocked, "the URL is not ASCII; write the A-label in the host and percent escapes elsewhere")
            }
            if byte <= 0x20 || byte == 0x7f {
                return .decide(.blocked, "the URL holds a space or a control character, which parsers drop or cut at")
            }
            if isRaw, Self.isAmbiguous(byte, after: previous) {
                return .decide(.blocked, "the URL holds \(Self.shown(byte)), which parsers and shells read differently")
            }
            previous = byte
        }
        return .pass("only plain characters")
    }

    private static func isAmbiguous(_ byte: UInt8, after previous: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\\"), UInt8(ascii: "`"), UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "<"),
            UInt8(ascii: ">"), UInt8(ascii: "|"), UInt8(ascii: "^"), UInt8(ascii: "{"), UInt8(ascii: "}"):
            true
        case UInt8(ascii: "("):
            previous == UInt8(ascii: "$")
        default:
            false
        }
    }

    private static func shown(_ byte: UInt8) -> String {
        byte == UInt8(ascii: "(") ? "$(" : String(UnicodeScalar(byte))
    }
}
