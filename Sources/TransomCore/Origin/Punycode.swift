// Reading the punycode of an internationalised label (RFC 3492), to tell a real A-label from an invalid one.
// SPDX-License-Identifier: Apache-2.0

/// The decoder of RFC 3492 with the parameters of IDNA.
enum Punycode {
    /// Decodes what follows `xn--` in a label.
    ///
    /// Gives nil where the text is no punycode, where a code point is out of range, and where the label holds nothing
    /// outside ASCII, since such a label has a spelling without `xn--`.
    static func decode(_ text: ArraySlice<UInt8>) -> [Unicode.Scalar]? {
        var output: [UInt32] = []
        var index = text.startIndex
        if let delimiter = text.lastIndex(of: UInt8(ascii: "-")) {
            for byte in text[text.startIndex..<delimiter] {
                guard ASCII.isAlphanumeric(byte) || byte == UInt8(ascii: "-") else { return nil }
                output.append(UInt32(byte))
            }
            index = delimiter + 1
        }
        guard index < text.endIndex else { return nil }
        var code: UInt32 = 128
        var position: UInt32 = 0
        var bias: UInt32 = 72
        while index < text.endIndex {
            let before = position
            var weight: UInt32 = 1
            var k: UInt32 = 36
            while true {
                guard index < text.endIndex, let digit = digit(text[index]) else { return nil }
                index += 1
                let (product, overflow) = digit.multipliedReportingOverflow(by: weight)
                let (sum, overflow2) = position.addingReportingOverflow(product)
                guard !overflow, !overflow2 else { return nil }
                position = sum
                let threshold = k <= bias ? 1 : min(k - bias, 26)
                if digit < threshold { break }
                let (next, overflow3) = weight.multipliedReportingOverflow(by: 36 - threshold)
                guard !overflow3 else { return nil }
                weight = next
                k += 36
            }
            let length = UInt32(output.count) + 1
            bias = adapt(position - before, length: length, first: before == 0)
            let (advanced, overflow) = code.addingReportingOverflow(position / length)
            guard !overflow else { return nil }
            code = advanced
            position %= length
            output.insert(code, at: Int(position))
            position += 1
        }
        var scalars: [Unicode.Scalar] = []
        for value in output {
            guard let scalar = Unicode.Scalar(value) else { return nil }
            scalars.append(scalar)
        }
        return scalars
    }

    private static func digit(_ byte: UInt8) -> UInt32? {
        if ASCII.isLetter(byte) { return UInt32(ASCII.lowercased(byte) - 0x61) }
        return ASCII.isDigit(byte) ? UInt32(byte - 0x30) + 26 : nil
    }

    private static func adapt(_ delta: UInt32, length: UInt32, first: Bool) -> UInt32 {
        var delta = first ? delta / 700 : delta / 2
        delta += delta / length
        var k: UInt32 = 0
        while delta > 455 {
            delta /= 35
            k += 36
        }
        return k + 36 * delta / (delta + 38)
    }
}
