// WHATWG tuple origins, parsed strictly and mapped never.
// SPDX-License-Identifier: Apache-2.0

/// A tuple origin: scheme, host and port, compared exactly.
///
/// Everything that is trusted is trusted by its origin, so there is one spelling of each and no other is accepted: what
/// is not already in canonical WHATWG spelling is refused, not repaired. An opaque origin (a sandboxed frame, a `data:`
/// page) is no value of this type. It is a missing one, `Origin?` being nil, and callers serialise it as `null`.
///
/// The schemes are `https`, `http` and `app`, whose host names a packaged page.
public struct Origin: Hashable, Sendable, CustomStringConvertible {
    /// The most bytes that an origin can have.
    public static let maximumLength = 320

    /// `https`, `http` or `app`.
    public let scheme: String
    /// The host in canonical spelling, an IPv6 address with its brackets.
    public let host: String
    /// The port, nil where it is the one that the scheme implies.
    ///
    /// An `app` origin has none.
    public let port: UInt16?

    /// Parses an origin's serialisation, as in `https://shop.example` or `http://127.0.0.1:8080`.
    ///
    /// - Parameter text: The canonical serialisation, at most 320 bytes, without a slash at the end.
    /// - Throws: `OriginError`, which names what was given and what would be right.
    public init(_ text: String) throws(OriginError) {
        guard !text.isEmpty else { throw .empty }
        guard text.utf8.count <= Self.maximumLength else { throw .tooLong(bytes: text.utf8.count) }
        self = try Self.checked(ParsedURL(text))
    }

    /// The origin that the engine reports for a document or a message, or nil where it is opaque.
    ///
    /// - Parameter engineSerialization: What `webkit_security_origin_to_string()` gives: a serialisation, or nothing or
    ///   `null` for an opaque origin. A text that is not canonical counts as opaque, since nothing can be allowed for
    ///   it.
    public init?(engineSerialization: String?) {
        guard let engineSerialization, let origin = try? Origin(engineSerialization) else { return nil }
        self = origin
    }

    /// An origin that is written in the source.
    ///
    /// A mistake in it is ours, and traps.
    public static func literal(_ text: StaticString) -> Origin {
        do {
            return try Origin(text.description)
        } catch {
            preconditionFailure(error.description)
        }
    }

    /// For parsers that have checked each part.
    init(scheme: String, host: String, port: UInt16?) {
        self.scheme = scheme
        self.host = host
        self.port = port
    }

    /// The WHATWG serialisation: no port where the scheme implies it, no slash at the end.
    public var description: String {
        guard let port else { return scheme + "://" + host }
        return scheme + "://" + host + ":" + String(port)
    }

    /// The port that a connection goes to, nil for an `app` origin.
    public var effectivePort: UInt16? { port ?? Self.defaultPort(of: scheme) }

    /// 443 for https, 80 for http, else nil.
    static func defaultPort(of scheme: String) -> UInt16? {
        switch scheme {
        case "https": 443
        case "http": 80
        default: nil
        }
    }

    /// The origin of a URL that is nothing but an origin.
    private static func checked(_ url: ParsedURL) throws(OriginError) -> Origin {
        let given = url.text
        guard !url.scheme.isEmpty else { throw .noScheme(given: given) }
        guard ["https", "http", "app"].contains(url.scheme) else {
            throw .unsupportedScheme(given: given, scheme: url.scheme)
        }
        guard url.hasAuthority else { throw .noScheme(given: given) }
        guard given.utf8.starts(with: url.scheme.utf8) else { throw .upperCaseScheme(given: given) }
        guard !url.hasCredentials else { throw .credentials(given: given) }
        do {
            _ = try HostKind(url.bytes[url.hostRange])
        } catch {
            throw .host(given: given, host: url.hostText, problem: error)
        }
        if let range = url.portRange {
            guard url.scheme != "app" else { throw .packagedPort(given: given) }
            guard let port = url.port else { throw .port(given: given, port: ASCII.string(url.bytes[range])) }
            guard port != defaultPort(of: url.scheme) else {
                throw .defaultPort(given: given, canonical: url.scheme + "://" + url.hostText)
            }
        }
        guard url.pathRange.upperBound == url.bytes.count, url.pathRange.isEmpty else {
            throw .notOnlyOrigin(given: given)
        }
        return Origin(scheme: url.scheme, host: url.hostText, port: url.port)
    }
}
