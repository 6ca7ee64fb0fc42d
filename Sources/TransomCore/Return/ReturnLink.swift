// A link that sends somebody back to a run, read strictly.
// SPDX-License-Identifier: Apache-2.0

/// A return link: `SCHEME://return?state=…`.
///
/// Any program of the user's can send one, so it is a wake-up and nothing more: what it says besides its state is a hint
/// that nobody believes, and no part of it is ever loaded.
public struct ReturnLink: Hashable, Sendable {
    /// The scheme in lower case.
    public let scheme: String
    /// The state that it carries, nil where there is none.
    public let state: String?

    /// The longest link, in bytes.
    public static let maximumLength = 2048
    /// The parameters that there may be, once each.
    private static let parameters: Set<String> = ["state", "status", "paymentId", "error"]
    private static let maximumValue = 512

    /// Reads a link.
    ///
    /// Its length is looked at first, and nothing of it is decoded: a value has letters, digits and `-._~` alone.
    public init(_ text: String) throws(ReturnLinkProblem) {
        guard text.utf8.count <= Self.maximumLength else { throw .tooLong(text.utf8.count) }
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x5C }) else { throw .characters }
        let url = ParsedURL(text)
        guard !url.scheme.isEmpty, url.hasAuthority else { throw .form }
        guard !url.hasCredentials else { throw .credentials }
        guard url.portRange == nil, ASCII.string(url.bytes[url.hostRange].map(ASCII.lowercased)) == "return",
            url.path.isEmpty || url.path == "/"
        else { throw .form }
        guard url.fragment == nil else { throw .fragment }
        var values: [String: String] = [:]
        for part in (url.query ?? "").utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        where !(url.query ?? "").isEmpty {
            let sign = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            let name = String(decoding: part[..<sign], as: UTF8.self)
            guard Self.parameters.contains(name) else { throw .unknownParameter }
            guard values[name] == nil else { throw .repeatedParameter(name) }
            let value = sign == part.endIndex ? part[sign...] : part[part.index(after: sign)...]
            guard (1...Self.maximumValue).contains(value.count), value.allSatisfy(Self.isPlain) else {
                throw .value(name)
            }
            values[name] = String(decoding: value, as: UTF8.self)
        }
        scheme = url.scheme
        state = values["state"]
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || [0x2D, 0x2E, 0x5F, 0x7E].contains(byte)
    }
}
