// What can be wrong with the spelling of a host.
// SPDX-License-Identifier: Apache-2.0

/// Why a host is not one that the project accepts, said as the end of a sentence about that host.
public enum HostProblem: String, Error, Sendable, CustomStringConvertible {
    /// There is no host.
    case empty = "is empty"
    /// A byte outside ASCII.
    case notASCII = "is not ASCII; write the A-label (xn--…)"
    /// A percent escape.
    case percent = "holds a percent escape; write the host as it is"
    /// An upper-case letter.
    case upperCase = "is not lower case"
    /// A character that no host name of the Internet has.
    case badCharacter = "holds a character other than letters, digits, hyphens and dots"
    /// Two dots together or a dot in front.
    case emptyLabel = "has an empty label"
    /// A dot at the end.
    case trailingDot = "ends in a dot, which is another origin"
    /// A label that begins or ends with a hyphen.
    case hyphen = "has a label that begins or ends with a hyphen"
    /// A label of more than 63 or a host of more than 253 bytes.
    case tooLong = "is too long; a label has at most 63 bytes and a host 253"
    /// An `xn--` label that is no punycode.
    case badPunycode = "has an xn-- label that does not decode"
    /// The last label is a number, and the whole is not four decimal numbers.
    case badIPv4 = "is not an IPv4 address of four decimal numbers from 0 to 255 without leading zeros"
    /// Brackets without a canonical IPv6 address in them.
    case badIPv6 = "is not an IPv6 address in its shortest lower-case spelling within brackets"

    /// The end of a sentence that begins with the host.
    public var description: String { rawValue }
}
