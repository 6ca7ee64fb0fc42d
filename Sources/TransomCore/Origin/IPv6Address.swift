// IPv6 addresses in the one spelling that the WHATWG serialiser gives.
// SPDX-License-Identifier: Apache-2.0

/// An IPv6 address, parsed from hexadecimal pieces and written back as the URL standard writes it.
struct IPv6Address: Hashable, Sendable {
    /// The eight 16-bit pieces, most significant first.
    let pieces: [UInt16]

    /// Parses `text` without brackets.
    ///
    /// A dotted IPv4 tail and a zone identifier are not accepted: neither is canonical.
    init?(_ text: some Collection<UInt8>) {
        var head: [UInt16] = []
        var tail: [UInt16] = []
        var compressed = false
        let bytes = Array(text)
        var index = 0
        guard bytes.count >= 2 else { return nil }
        if bytes[0] == UInt8(ascii: ":") {
            guard bytes[1] == UInt8(ascii: ":") else { return nil }
            compressed = true
            index = 2
        }
        while index < bytes.count {
            var value: UInt16 = 0
            let start = index
            while index < bytes.count, index - start < 4, let digit = ASCII.hexValue(bytes[index]) {
                value = value << 4 | UInt16(digit)
                index += 1
            }
            guard index > start, head.count + tail.count < 8 else { return nil }
            if compressed { tail.append(value) } else { head.append(value) }
            guard index < bytes.count else { break }
            guard bytes[index] == UInt8(ascii: ":") else { return nil }
            index += 1
            guard index < bytes.count else { return nil }
            if bytes[index] == UInt8(ascii: ":") {
                guard !compressed else { return nil }
                compressed = true
                index += 1
            }
        }
        let missing = 8 - head.count - tail.count
        guard compressed ? missing >= 1 : missing == 0 else { return nil }
        pieces = head + [UInt16](repeating: 0, count: missing) + tail
    }

    /// The WHATWG spelling, without brackets: lower case, no leading zeros, the first longest run of two or more zero
    /// pieces compressed.
    var canonical: String {
        let run = longestZeroRun
        var text = ""
        var index = 0
        while index < 8 {
            if let run, index == run.lowerBound {
                text += index == 0 ? "::" : ":"
                index = run.upperBound
                continue
            }
            text += String(pieces[index], radix: 16)
            if index < 7 { text += ":" }
            index += 1
        }
        return text
    }

    /// The first of the longest runs of at least two zero pieces.
    private var longestZeroRun: Range<Int>? {
        var best: Range<Int>?
        var start = 0
        while start < 8 {
            guard pieces[start] == 0 else {
                start += 1
                continue
            }
            var end = start
            while end < 8, pieces[end] == 0 { end += 1 }
            if end - start >= 2, end - start > (best?.count ?? 0) { best = start..<end }
            start = end
        }
        return best
    }
}
