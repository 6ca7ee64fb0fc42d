// Where a secret comes from, in the words of the command line and the configuration.
// SPDX-License-Identifier: Apache-2.0

/// Where a secret comes from: `env:NAME | file:PATH | credential:NAME | command:ARGV… | https://URL`.
///
/// The same on the command line and in a configuration. A reference is no secret and may be shown.
public enum SecretReference: Sendable, Equatable, CustomStringConvertible {
    /// A variable of the environment, taken out of it when the host starts.
    case environment(String)
    /// A file that holds the secret and at most one line end.
    case file(String)
    /// A credential of systemd's, a file in `$CREDENTIALS_DIRECTORY`.
    case credential(String)
    /// A program with fixed arguments, run without a shell.
    case command([String])
    /// A service that mints the secret.
    case https(String)

    /// Whether what it leads to changes while a host runs: a program or a service mints it, and a file may be written anew.
    public var isPassing: Bool {
        switch self {
        case .environment, .credential: false
        case .file, .command, .https: true
        }
    }

    /// Reads a reference.
    ///
    /// - Parameter text: the reference; the arguments of a command are what stands between spaces, with no quotes and no
    ///   escapes.
    /// - Throws: what is wrong; a text that is no reference may be the secret itself, so it is never repeated.
    public init(_ text: String) throws(SecretReferenceError) {
        guard let colon = text.firstIndex(of: ":") else { throw .literal }
        let rest = String(text[text.index(after: colon)...])
        switch text[..<colon] {
        case "env":
            guard Self.isVariable(rest) else { throw .variable }
            self = .environment(rest)
        case "file":
            guard !rest.isEmpty, !rest.utf8.contains(0) else { throw .path }
            self = .file(rest)
        case "credential":
            guard Self.isCredential(rest) else { throw .credential }
            self = .credential(rest)
        case "command":
            let arguments = rest.split(separator: " ").map(String.init)
            guard let program = arguments.first, program.hasPrefix("/") else { throw .program }
            guard !rest.unicodeScalars.contains(where: { "\"'\\`$\0\n\r\t".unicodeScalars.contains($0) }) else {
                throw .shell
            }
            self = .command(arguments)
        case "https":
            let url = ParsedURL(text)
            guard url.origin != nil, url.fragment == nil, Redaction.secretNamedParameter(inURL: text) == nil else {
                throw .url
            }
            self = .https(text)
        default:
            throw .literal
        }
    }

    /// The reference as it is written.
    public var description: String {
        switch self {
        case .environment(let name): "env:" + name
        case .file(let path): "file:" + path
        case .credential(let name): "credential:" + name
        case .command(let arguments): "command:" + arguments.joined(separator: " ")
        case .https(let url): url
        }
    }

    private static func isVariable(_ name: String) -> Bool {
        guard let first = name.utf8.first, name.utf8.count <= 128, !ASCII.isDigit(first) else { return false }
        return name.utf8.allSatisfy { ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "_") }
    }

    /// A name of a file and no path.
    private static func isCredential(_ name: String) -> Bool {
        (1...255).contains(name.utf8.count) && name.utf8.first != UInt8(ascii: ".")
            && name.utf8.allSatisfy { ASCII.isAlphanumeric($0) || "_-.@:".utf8.contains($0) }
    }
}
