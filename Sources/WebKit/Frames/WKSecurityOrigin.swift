// The origin of a document.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Scheme, host and port of a document.
///
/// An opaque origin, as a sandboxed frame's, has an empty protocol and host.
@preconcurrency @MainActor
open class WKSecurityOrigin: NSObject {
    /// The scheme without the colon, for example `https`.
    open var `protocol`: String { storedProtocol }
    /// The host, an IPv6 address in brackets.
    open var host: String { storedHost }
    /// The port, or 0 for the scheme's default.
    open var port: Int { storedPort }
    /// The serialisation as WHATWG has it: `https://shop.example`, or `null` for an opaque origin.
    package let serialization: String

    private let storedProtocol: String
    private let storedHost: String
    private let storedPort: Int

    /// An opaque origin, for tests that override its members.
    public override convenience init() {
        self.init(serialization: "null")
    }

    /// Splits what the engine serialised.
    ///
    /// Anything that is not a tuple origin is opaque.
    init(serialization: String) {
        var scheme = ""
        var host = ""
        var port = 0
        if let separator = serialization.range(of: "://") {
            scheme = String(serialization[..<separator.lowerBound])
            var authority = serialization[separator.upperBound...]
            if let colon = authority.lastIndex(of: ":"),
                let number = UInt16(authority[authority.index(after: colon)...])
            {
                port = Int(number)
                authority = authority[..<colon]
            }
            host = String(authority)
        }
        self.serialization = scheme.isEmpty ? "null" : serialization
        storedProtocol = scheme
        storedHost = host
        storedPort = port
        super.init()
    }

    /// The serialisation; an origin is safe to show.
    public override nonisolated var description: String {
        MainActor.assumeIsolated { serialization }
    }
}
