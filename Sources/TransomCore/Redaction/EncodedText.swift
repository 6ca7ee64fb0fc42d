// Reading a text that may be percent-encoded, escaped for JSON, or both.
// SPDX-License-Identifier: Apache-2.0

/// A text in which single characters are read through the encodings they may have.
struct EncodedText {
    let bytes: UnsafeBufferPointer<UInt8>

    /// The byte at `position` and where the next one begins: `A`, `%41`, and `%2541` where an encoded text was encoded
    /// again.
    func unit(at position: Int) -> (byte: UInt8, end: Int)? {
        guard position < bytes.count else { return nil }
        guard bytes[position] == UInt8(ascii: "%"), let byte = hexPair(at: position + 1) else {
            return (bytes[position], position + 1)
        }
        var unit = (byte: byte, end: position + 3)
        while unit.byte == UInt8(ascii: "%"), let inner = hexPair(at: unit.end) {
            unit = (inner, unit.end + 2)
        }
        return unit
    }

    /// The character of a JSON escape at `position` and where the next one begins.
    ///
    /// These are `\"`, `\/`, `\n` and its like, `\u0041`, and a surrogate pair.
    ///
    /// - Parameter width: The backslashes in front are fewer than this; they are more than one where an escaped text
    ///   was escaped again.
    func jsonEscape(at position: Int, width: Int) -> (scalar: Unicode.Scalar, end: Int)? {
        var position = position
        var count = 0
        while let unit = unit(at: position), unit.byte == UInt8(ascii: "\\") {
            count += 1
            guard count < width else { return nil }
            position = unit.end
        }
        guard let letter = unit(at: position) else { return nil }
        switch letter.byte {
        case UInt8(ascii: "\""), UInt8(ascii: "/"), UInt8(ascii: "'"):
            return (Unicode.Scalar(letter.byte), letter.end)
        case UInt8(ascii: "n"): return ("\n", letter.end)
        case UInt8(ascii: "r"): return ("\r", letter.end)
        case UInt8(ascii: "t"): return ("\t", letter.end)
        case UInt8(ascii: "b"): return ("\u{8}", letter.end)
        case UInt8(ascii: "f"): return ("\u{c}", letter.end)
        case UInt8(ascii: "u"): return unicodeEscape(at: letter.end)
        default: return nil
        }
    }

    /// How many backslashes stand at `position`, at most `limit`, and where they end.
    func backslashes(at position: Int, limit: Int) -> (count: Int, end: Int) {
        var position = position
        var count = 0
        while count < limit, let unit = unit(at: position), unit.byte == UInt8(ascii: "\\") {
            count += 1
            position = unit.end
        }
        return (count, position)
    }

    /// What follows `\u`, with the second half of a surrogate pair.
    private func unicodeEscape(at position: Int) -> (scalar: Unicode.Scalar, end: Int)? {
        guard let first = codeUnit(at: position) else { return nil }
        guard first.value >> 10 == 0x36 else { return Unicode.Scalar(first.value).map { ($0, first.end) } }
        let run = backslashes(at: first.end, limit: 8)
        guard run.count > 0, let letter = unit(at: run.end), letter.byte == UInt8(ascii: "u"),
            let second = codeUnit(at: letter.end), second.value >> 10 == 0x37
        else { return nil }
        let value = 0x10000 + ((first.value & 0x3ff) << 10) + (second.value & 0x3ff)
        return Unicode.Scalar(value).map { ($0, second.end) }
    }

    /// Four hexadecimal digits.
    private func codeUnit(at position: Int) -> (value: UInt32, end: Int)? {
        var value: UInt32 = 0
        var position = position
        for _ in 0..<4 {
            guard let unit = unit(at: position), let digit = ASCII.hexValue(unit.byte) else { return nil }
            value = value << 4 | UInt32(digit)
            position = unit.end
        }
        return (value, position)
    }

    private func hexPair(at position: Int) -> UInt8? {
        guard position + 1 < bytes.count, let high = ASCII.hexValue(bytes[position]),
            let low = ASCII.hexValue(bytes[position + 1])
        else { return nil }
        return high << 4 | low
    }
}
