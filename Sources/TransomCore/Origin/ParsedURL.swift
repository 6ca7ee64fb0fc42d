// A URL split into its parts once, over its bytes, with nothing mapped, decoded or repaired.
// SPDX-License-Identifier: Apache-2.0

/// The parts of an absolute URL as they are spelled.
///
/// Every decision on a URL is made on these parts, so that two parsers can never disagree about one string. The split
/// is RFC 3986's; wherever the WHATWG parser would read a string differently (a backslash, a control character, a
/// missing slash), the string is not in canonical spelling and has no `origin` here.
public struct ParsedURL: Sendable {
    /// The URL as it was given.
    public let text: String
    /// The scheme in lower case without its colon, empty where the text does not begin with a scheme.
    public let scheme: String
    /// Whether exactly `//` follows the scheme's colon.
    public let hasAuthority: Bool
    /// Whether the authority holds an `@`, be there a name before it or not.
    public let hasCredentials: Bool
    /// The tuple origin where scheme, host and port are spelled canonically; nil for every other URL, whose origin is
    /// opaque or not to be trusted.
    ///
    /// The letters of an http or https host count in either case, as every parser folds them alike.
    public let origin: Origin?

    let bytes: [UInt8]
    let hostRange: Range<Int>
    /// The text after the colon of the port, nil without a colon.
    let portRange: Range<Int>?
    let pathRange: Range<Int>
    let queryRange: Range<Int>?
    let fragmentRange: Range<Int>?
    /// What the host is, or what is wrong with it.
    let host: Result<HostKind, HostProblem>
    /// The port as a number: nil where there is none, and where its spelling is not canonical.
    let port: UInt16?

    /// Splits `text`.
    ///
    /// Never fails: what is missing is empty or nil.
    ///
    /// - Parameter text: An absolute URL. Callers check its length first; the cost grows with it.
    public init(_ text: String) {
        self.text = text
        let bytes = Array(text.utf8)
        self.bytes = bytes
        var index = 0
        while index < bytes.count, Self.isSchemeByte(bytes[index], first: index == 0) { index += 1 }
        let isScheme = index > 0 && index < bytes.count && bytes[index] == UInt8(ascii: ":")
        let scheme = isScheme ? ASCII.string(bytes[..<index].lazy.map(ASCII.lowercased)) : ""
        self.scheme = scheme
        index = isScheme ? index + 1 : 0

        let slashes = bytes[index...].prefix(3).prefix { $0 == UInt8(ascii: "/") }.count
        hasAuthority = isScheme && slashes >= 2
        var hostRange = index..<index
        var portRange: Range<Int>?
        var hasCredentials = false
        if hasAuthority {
            index += 2
            let start = index
            while index < bytes.count, !Self.endsAuthority(bytes[index]) { index += 1 }
            let at = bytes[start..<index].lastIndex(of: UInt8(ascii: "@"))
            hasCredentials = at != nil
            (hostRange, portRange) = Self.splitPort(bytes, at.map { $0 + 1 } ?? start, index)
        }
        self.hostRange = hostRange
        self.portRange = portRange
        self.hasCredentials = hasCredentials

        let fragment = bytes[index...].firstIndex(of: UInt8(ascii: "#"))
        let query = bytes[index..<(fragment ?? bytes.count)].firstIndex(of: UInt8(ascii: "?"))
        pathRange = index..<(query ?? fragment ?? bytes.count)
        queryRange = query.map { ($0 + 1)..<(fragment ?? bytes.count) }
        fragmentRange = fragment.map { ($0 + 1)..<bytes.count }

        let isWeb = scheme == "https" || scheme == "http"
        var hostBytes = bytes[hostRange]
        if isWeb, hostBytes.first != UInt8(ascii: "["), hostBytes.contains(where: ASCII.isUpper) {
            hostBytes = ArraySlice(hostBytes.map(ASCII.lowercased))
        }
        let host = Result { () throws(HostProblem) in try HostKind(hostBytes) }
        self.host = host
        port = portRange.flatMap { Self.number(bytes[$0]) }
        guard isWeb || scheme == "app", !hasCredentials, case .success = host, portRange == nil || port != nil,
            scheme != "app" || portRange == nil
        else {
            origin = nil
            return
        }
        let isDefault = port == nil || port == Origin.defaultPort(of: scheme)
        origin = Origin(scheme: scheme, host: ASCII.string(hostBytes), port: isDefault ? nil : port)
    }

    /// The host as it is spelled, an IPv6 address with its brackets; empty where there is none.
    public var hostText: String { ASCII.string(bytes[hostRange]) }

    /// The path as it is spelled; for a URL without an authority everything between the scheme and the query.
    public var path: String { ASCII.string(bytes[pathRange]) }

    /// The query without its question mark, nil where there is none.
    public var query: String? { queryRange.map { ASCII.string(bytes[$0]) } }

    /// The fragment without its number sign, nil where there is none.
    public var fragment: String? { fragmentRange.map { ASCII.string(bytes[$0]) } }

    private static func isSchemeByte(_ byte: UInt8, first: Bool) -> Bool {
        if ASCII.isLetter(byte) { return true }
        return !first
            && (ASCII.isDigit(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: "."))
    }

    private static func endsAuthority(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    private static func splitPort(_ bytes: [UInt8], _ start: Int, _ end: Int) -> (Range<Int>, Range<Int>?) {
        let isBracketed = start < end && bytes[start] == UInt8(ascii: "[")
        let bracket = bytes[start..<end].lastIndex(of: UInt8(ascii: "]")) ?? (isBracketed ? end : start)
        guard let colon = bytes[bracket..<end].lastIndex(of: UInt8(ascii: ":")) else { return (start..<end, nil) }
        return (start..<colon, (colon + 1)..<end)
    }

    /// A port from 1 to 65535 in decimal digits without a leading zero.
    static func number(_ digits: ArraySlice<UInt8>) -> UInt16? {
        guard let first = digits.first, first != UInt8(ascii: "0"), digits.count <= 5,
            digits.allSatisfy(ASCII.isDigit)
        else { return nil }
        return UInt16(exactly: digits.reduce(0) { $0 * 10 + Int($1 - 0x30) })
    }
}
