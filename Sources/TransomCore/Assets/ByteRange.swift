// What part of a file a request asks for.
// SPDX-License-Identifier: Apache-2.0

/// What part of a file a request asks for, by its Range header (RFC 9110, section 14).
///
/// A header that is none, that names several parts or that names all of the file is passed over, as the standard lets a
/// server do.
public enum ByteRange: Equatable, Sendable {
    /// All of it.
    case whole
    /// The bytes from the first to the last, both included.
    case part(first: Int64, last: Int64)
    /// Nothing of what is there.
    case unsatisfiable

    /// Reads a header.
    ///
    /// - Parameters:
    ///   - header: the value of the Range header, nothing where there is none.
    ///   - size: the size of the file in bytes.
    public init(header: String?, size: Int64) {
        self = .whole
        guard let bytes = header?.utf8, bytes.count <= 64, bytes.starts(with: "bytes=".utf8) else { return }
        let spec = bytes.dropFirst(6)
        guard let dash = spec.firstIndex(of: UInt8(ascii: "-")) else { return }
        let (from, to) = (spec[..<dash], spec[spec.index(after: dash)...])
        switch (Self.number(from), Self.number(to)) {
        case (let first?, let last?):
            guard first <= last else { return }
            self = Self.part(first, min(last, size - 1), size)
        case (let first?, nil) where to.isEmpty:
            self = Self.part(first, size - 1, size)
        case (nil, let count?) where from.isEmpty:
            self = count == 0 ? .unsatisfiable : Self.part(max(0, size - count), size - 1, size)
        default: return
        }
    }

    private static func part(_ first: Int64, _ last: Int64, _ size: Int64) -> ByteRange {
        guard first < size else { return .unsatisfiable }
        return first == 0 && last == size - 1 ? .whole : .part(first: first, last: last)
    }

    private static func number(_ digits: Substring.UTF8View.SubSequence) -> Int64? {
        guard !digits.isEmpty, digits.count <= 18, digits.allSatisfy(ASCII.isDigit) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    }
}
