// Finding one secret in a text, however it is encoded there.
// SPDX-License-Identifier: Apache-2.0

/// A secret as bytes, and the search for it.
struct SecretPattern: Equatable, Sendable {
    let bytes: [UInt8]

    init(_ secret: String) {
        bytes = Array(secret.utf8)
    }

    /// The end of an occurrence of the secret that begins at `start`, or nil.
    func match(in text: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
        let first = text[start]
        guard
            first == bytes[0] || first == UInt8(ascii: "%") || first == UInt8(ascii: "\\") || first == UInt8(ascii: "+")
        else { return nil }
        guard let end = match(0, text, start) else { return nil }
        if bytes.count < Redaction.standaloneLength {
            let isJoinedBefore = start > 0 && ASCII.isAlphanumeric(text[start - 1])
            let isJoinedAfter = end < text.count && ASCII.isAlphanumeric(text[end])
            if isJoinedBefore || isJoinedAfter { return nil }
        }
        return end
    }

    /// Matches the secret from its byte `index` on against the text at `position`. Each byte may be spelled in several
    /// ways, and where one way leads nowhere the next is tried.
    private func match(_ index: Int, _ text: UnsafeBufferPointer<UInt8>, _ position: Int) -> Int? {
        var index = index
        var position = position
        while index < bytes.count {
            guard position < text.count else { return nil }
            let byte = text[position]
            switch byte {
            case UInt8(ascii: "%"), UInt8(ascii: "\\"):
                if byte == bytes[index], let end = match(index + 1, text, position + 1) { return end }
                let escape =
                    byte == UInt8(ascii: "%") ? Self.percentEscape(text, position) : Self.jsonEscape(text, position)
                guard let escape, bytes[index...].starts(with: escape.bytes) else { return nil }
                index += escape.bytes.count
                position = escape.end
            default:
                guard byte == bytes[index] || byte == UInt8(ascii: "+") && bytes[index] == UInt8(ascii: " ") else {
                    return nil
                }
                index += 1
                position += 1
            }
        }
        return position
    }

    /// What an escape stands for, and where it ends.
    private typealias Escape = (bytes: [UInt8], end: Int)

    /// `%41`, and `%2541` and so on, where an encoded text was encoded again.
    private static func percentEscape(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> Escape? {
        var position = start + 1
        while position + 3 < text.count, text[position] == UInt8(ascii: "2"), text[position + 1] == UInt8(ascii: "5"),
            ASCII.hexValue(text[position + 2]) != nil, ASCII.hexValue(text[position + 3]) != nil
        {
            position += 2
        }
        guard position + 1 < text.count, let high = ASCII.hexValue(text[position]),
            let low = ASCII.hexValue(text[position + 1])
        else { return nil }
        return ([high << 4 | low], position + 2)
    }

    /// `\"`, `\\`, `\/`, `\n` and its like, `\u0041`, a surrogate pair, and each of them with more backslashes where an
    /// escaped text was escaped again.
    private static func jsonEscape(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> Escape? {
        var position = start
        while position < text.count, text[position] == UInt8(ascii: "\\") { position += 1 }
        if position < text.count, let named = named[text[position]] { return ([named], position + 1) }
        if position < text.count, text[position] == UInt8(ascii: "u"), let unit = unit(text, position + 1) {
            if unit >> 10 == 0x36 {
                var next = position + 5
                while next < text.count, text[next] == UInt8(ascii: "\\") { next += 1 }
                guard next < text.count, text[next] == UInt8(ascii: "u"), let low = self.unit(text, next + 1),
                    low >> 10 == 0x37, let scalar = Unicode.Scalar(0x10000 + (unit & 0x3ff) << 10 + low & 0x3ff)
                else { return nil }
                return (Array(String(scalar).utf8), next + 5)
            }
            return Unicode.Scalar(unit).map { (Array(String($0).utf8), position + 5) }
        }
        return position - start >= 2 ? ([UInt8(ascii: "\\")], start + 2) : nil
    }

    private static let named: [UInt8: UInt8] = [
        UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "/"): UInt8(ascii: "/"), UInt8(ascii: "n"): 0x0a,
        UInt8(ascii: "r"): 0x0d, UInt8(ascii: "t"): 0x09, UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0c,
        UInt8(ascii: "'"): UInt8(ascii: "'"),
    ]

    private static func unit(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> UInt32? {
        guard start + 4 <= text.count else { return nil }
        var value: UInt32 = 0
        for position in start..<(start + 4) {
            guard let digit = ASCII.hexValue(text[position]) else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }
}
