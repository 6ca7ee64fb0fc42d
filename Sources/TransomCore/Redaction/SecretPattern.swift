// Finding one secret in a text, however it is encoded there.
// SPDX-License-Identifier: Apache-2.0

/// A secret as bytes, and the search for it.
struct SecretPattern: Equatable, Sendable {
    let bytes: [UInt8]

    init(_ secret: String) {
        bytes = Array(secret.utf8)
    }

    /// What an occurrence can begin with.
    var firstBytes: [UInt8] { [bytes[0], UInt8(ascii: "%"), UInt8(ascii: "\\"), UInt8(ascii: "+")] }

    /// The end of an occurrence of the secret that begins at `start`, or nil.
    func match(in text: EncodedText, at start: Int) -> Int? {
        // One backslash of the secret is one in a plain text, and two, four or eight in a text that was escaped for
        // JSON once, twice or three times.
        for doubling in 0...3 {
            let width = 1 << doubling
            var metBackslash = false
            if let end = match(0, text, start, width, &metBackslash), !isPartOfWord(text.bytes, start, end) {
                return end
            }
            if !metBackslash { return nil }
        }
        return nil
    }

    /// Whether a short secret is only a piece of a longer word or number.
    private func isPartOfWord(_ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Bool {
        guard bytes.count < Redaction.standaloneLength else { return false }
        return start > 0 && ASCII.isAlphanumeric(text[start - 1])
            || end < text.count && ASCII.isAlphanumeric(text[end])
    }

    /// Matches the secret from its byte `index` on against the text at `position`.
    ///
    /// - Parameters:
    ///   - width: How many backslashes stand for one. With one, a backslash begins no escape.
    ///   - metBackslash: Set where another width could give another answer.
    private func match(
        _ index: Int, _ text: EncodedText, _ position: Int, _ width: Int, _ metBackslash: inout Bool
    ) -> Int? {
        var index = index
        var position = position
        while index < bytes.count {
            guard let unit = text.unit(at: position) else { return nil }
            let wanted = bytes[index]
            // A percent sign of the secret may stand in the text as it is; where that leads nowhere, it is an escape.
            if wanted == UInt8(ascii: "%"), text.bytes[position] == wanted,
                let end = match(index + 1, text, position + 1, width, &metBackslash)
            {
                return end
            }
            if unit.byte == UInt8(ascii: "\\") {
                metBackslash = true
                if width > 1, let escape = text.jsonEscape(at: position, width: width),
                    let encoded = UTF8.encode(escape.scalar), bytes[index...].starts(with: encoded)
                {
                    index += encoded.count
                    position = escape.end
                    continue
                }
                let run = text.backslashes(at: position, limit: width)
                guard wanted == unit.byte, run.count == width else { return nil }
                index += 1
                position = run.end
                continue
            }
            let isFormSpace = wanted == UInt8(ascii: " ") && text.bytes[position] == UInt8(ascii: "+")
            guard unit.byte == wanted || isFormSpace else { return nil }
            index += 1
            position = unit.end
        }
        return position
    }
}
