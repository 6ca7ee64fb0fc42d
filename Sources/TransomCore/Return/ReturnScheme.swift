// The scheme under which programs of this machine send somebody back to a run.
// SPDX-License-Identifier: Apache-2.0

/// A URL scheme of the integrator's own, in lower case: `acme-pay`.
public struct ReturnScheme: Hashable, Sendable, CustomStringConvertible {
    /// The scheme in lower case, without a colon.
    public let name: String

    /// Schemes that have a meaning of their own; taking one would take other programs' links.
    private static let taken: Set<String> = [
        "about", "app", "blob", "chrome", "data", "feed", "file", "filesystem", "ftp", "geo", "git", "help", "http",
        "https", "inspector", "intent", "irc", "jar", "javascript", "ldap", "ldaps", "magnet", "mailto", "man", "mms",
        "mmsh", "news", "nfs", "resource", "rtsp", "sftp", "sip", "sips", "sms", "smb", "ssh", "steam", "tel", "telnet",
        "trash", "upi", "urn", "vbscript", "view-source", "vnc", "webcal", "webkit", "ws", "wss", "xmpp",
    ]

    /// Takes a scheme: a letter, then letters, digits, `+`, `-` and `.`, 2 to 64 characters, in either case.
    public init(_ text: String) throws(ReturnSchemeError) {
        let bytes = Array(text.utf8)
        guard (2...64).contains(bytes.count), ASCII.isLetter(bytes[0]),
            bytes.allSatisfy({ ASCII.isLetter($0) || ASCII.isDigit($0) || [0x2B, 0x2D, 0x2E].contains($0) })
        else { throw .form(given: text) }
        let name = ASCII.string(bytes.map(ASCII.lowercased))
        guard !Self.taken.contains(name) else { throw .taken(name) }
        self.name = name
    }

    /// The scheme in lower case, without a colon.
    public var description: String { name }
}
