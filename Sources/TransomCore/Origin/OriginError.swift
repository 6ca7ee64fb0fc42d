// Why a text is not an origin.
// SPDX-License-Identifier: Apache-2.0

/// What is wrong with a text that should be a tuple origin in canonical spelling.
public enum OriginError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Nothing was given.
    case empty
    /// The text has more bytes than any origin.
    case tooLong(bytes: Int)
    /// No scheme and `//` at the start.
    case noScheme(given: String)
    /// A scheme other than https, http and app.
    case unsupportedScheme(given: String, scheme: String)
    /// The scheme is not lower case.
    case upperCaseScheme(given: String)
    /// A name or password before the host.
    case credentials(given: String)
    /// A path, a query or a fragment.
    case notOnlyOrigin(given: String)
    /// The host is not in canonical spelling.
    case host(given: String, host: String, problem: HostProblem)
    /// The port is not a number from 1 to 65535 in canonical spelling.
    case port(given: String, port: String)
    /// The port is written although the scheme implies it.
    case defaultPort(given: String, canonical: String)
    /// A packaged page's origin has no port.
    case packagedPort(given: String)

    /// One sentence that names what was given and what would be right.
    public var description: String {
        switch self {
        case .empty:
            "an origin is empty; write scheme, host and port, as in https://shop.example"
        case .tooLong(let bytes):
            "an origin has \(bytes) bytes; at most \(Origin.maximumLength) are possible"
        case .noScheme(let given):
            "origin \(AddressText.shown(given)) does not begin with https://, http:// or app://"
        case .unsupportedScheme(let given, let scheme):
            "origin \(AddressText.shown(given)) has the scheme \(quoted(scheme)); https, http and app are possible"
        case .upperCaseScheme(let given):
            "origin \(AddressText.shown(given)) has a scheme that is not lower case"
        case .credentials(let given):
            "origin \(AddressText.shown(given)) holds credentials; leave out what stands before the @"
        case .notOnlyOrigin(let given):
            "origin \(AddressText.shown(given)) goes on after host and port; leave out path, query, fragment and last slash"
        case .host(let given, let host, let problem):
            "origin \(AddressText.shown(given)): host \(quoted(host)) \(problem)"
        case .port(let given, let port):
            // What stands there instead of a number may be the beginning of a password.
            "origin \(AddressText.shown(given)) has "
                + (port.utf8.allSatisfy { "+-0123456789".utf8.contains($0) }
                    ? "the port \(quoted(port))" : "a port that is no number")
                + "; 1 to 65535 without sign or leading zero are possible"
        case .defaultPort(let given, let canonical):
            "origin \(AddressText.shown(given)) names the port that its scheme implies; write \(canonical)"
        case .packagedPort(let given):
            "origin \(AddressText.shown(given)) has a port; an app origin has only a host"
        }
    }
}
