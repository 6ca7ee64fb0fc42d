// Bytes written as hex text, read strictly.
// SPDX-License-Identifier: Apache-2.0

/// Bytes written as hex text, two digits a byte, and read strictly: a text that is not hex as a whole gives nothing.
public enum HexText {
    /// Why a text is not hex.
    public enum Fault: Error, Equatable, Sendable, CustomStringConvertible {
        /// There is no digit.
        case empty
        /// The number of digits is odd.
        case oddLength(Int)
        /// The byte at this place of the text is none of `0-9a-fA-F`.
        case badDigit(at: Int)

        /// One sentence; it never holds the text.
        public var description: String {
            switch self {
            case .empty: "the hex text is empty; two digits a byte are right"
            case .oddLength(let count): "the hex text has \(count) digits; an even number is right"
            case .badDigit(let place): "the hex text has something else than 0-9, a-f, A-F at \(place)"
            }
        }
    }

    /// Reads a text.
    ///
    /// - Parameter text: ASCII digits of either case, nothing between them.
    /// - Throws: ``Fault``, for the whole text.
    public static func bytes(_ text: String) throws(Fault) -> [UInt8] {
        let digits = Array(text.utf8)
        guard !digits.isEmpty else { throw .empty }
        // The place of a wrong digit says more than the number of digits.
        var values: [UInt8] = []
        values.reserveCapacity(digits.count)
        for (place, digit) in digits.enumerated() {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): values.append(digit - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): values.append(digit - UInt8(ascii: "a") + 10)
            case UInt8(ascii: "A")...UInt8(ascii: "F"): values.append(digit - UInt8(ascii: "A") + 10)
            default: throw .badDigit(at: place)
            }
        }
        guard digits.count.isMultiple(of: 2) else { throw .oddLength(digits.count) }
        return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }

    /// Writes bytes, in small letters.
    public static func text(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}
