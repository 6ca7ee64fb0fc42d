// Hosts in the one spelling that the project accepts: a domain, an IPv4 or an IPv6 address.
// SPDX-License-Identifier: Apache-2.0

/// What a canonically spelled host is.
///
/// The parser maps nothing. It accepts a subset of WHATWG's canonical hosts: letters, digits and hyphens only, no empty
/// label and no dot at the end.
enum HostKind: Hashable, Sendable {
    /// A name of one or more labels.
    case domain
    /// Four bytes, most significant first.
    case ipv4(UInt32)
    /// An address in brackets.
    case ipv6(IPv6Address)

    /// Checks the spelling of `host`.
    ///
    /// - Parameter host: The host as it stands in the URL, an IPv6 address with its brackets.
    /// - Throws: `HostProblem`, the first thing that is wrong.
    init(_ host: ArraySlice<UInt8>) throws(HostProblem) {
        guard let first = host.first else { throw .empty }
        if first == UInt8(ascii: "[") {
            self = .ipv6(try Self.bracketed(host))
            return
        }
        guard host.count <= 253 else { throw .tooLong }
        var labelStart = host.startIndex
        for index in host.indices {
            let byte = host[index]
            if byte == UInt8(ascii: ".") {
                guard index > labelStart else { throw .emptyLabel }
                try Self.check(label: host[labelStart..<index])
                labelStart = index + 1
            } else if !ASCII.isLower(byte), !ASCII.isDigit(byte), byte != UInt8(ascii: "-") {
                throw Self.problem(of: byte)
            }
        }
        let last = host[labelStart...]
        guard !last.isEmpty else { throw .trailingDot }
        try Self.check(label: last)
        if Self.isNumber(last) {
            self = .ipv4(try Self.dotted(host))
        } else {
            self = .domain
        }
    }

    private static func problem(of byte: UInt8) -> HostProblem {
        switch byte {
        case 0x80...: .notASCII
        case UInt8(ascii: "%"): .percent
        case _ where ASCII.isUpper(byte): .upperCase
        default: .badCharacter
        }
    }

    private static func check(label: ArraySlice<UInt8>) throws(HostProblem) {
        guard label.count <= 63 else { throw .tooLong }
        guard label.first != UInt8(ascii: "-"), label.last != UInt8(ascii: "-") else {
            throw label.starts(with: "xn--".utf8) ? .badPunycode : .hyphen
        }
        guard label.count >= 4, label.starts(with: "xn--".utf8) else { return }
        guard let scalars = Punycode.decode(label.dropFirst(4)), scalars.allSatisfy(isInName) else {
            throw .badPunycode
        }
    }

    /// Whether a decoded character can be part of a name at all; which ones a registry permits is not asked.
    private static func isInName(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
            .spaceSeparator, .uppercaseLetter, .titlecaseLetter:
            false
        default:
            true
        }
    }

    /// WHATWG's "ends in a number": all digits, or `0x` and hexadecimal digits.
    private static func isNumber(_ label: ArraySlice<UInt8>) -> Bool {
        if label.allSatisfy(ASCII.isDigit) { return true }
        guard label.starts(with: "0x".utf8) else { return false }
        return label.dropFirst(2).allSatisfy { ASCII.hexValue($0) != nil }
    }

    private static func dotted(_ host: ArraySlice<UInt8>) throws(HostProblem) -> UInt32 {
        var address: UInt32 = 0
        var count = 0
        for part in host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
            guard let first = part.first, part.count <= 3, part.allSatisfy(ASCII.isDigit),
                part.count == 1 || first != UInt8(ascii: "0")
            else { throw .badIPv4 }
            let value = part.reduce(UInt32(0)) { $0 * 10 + UInt32($1 - 0x30) }
            guard value <= 255, count < 4 else { throw .badIPv4 }
            address = address << 8 | value
            count += 1
        }
        guard count == 4 else { throw .badIPv4 }
        return address
    }

    private static func bracketed(_ host: ArraySlice<UInt8>) throws(HostProblem) -> IPv6Address {
        guard host.count > 2, host.last == UInt8(ascii: "]") else { throw .badIPv6 }
        let inner = host.dropFirst().dropLast()
        guard let address = IPv6Address(inner), address.canonical.utf8.elementsEqual(inner) else { throw .badIPv6 }
        return address
    }
}
