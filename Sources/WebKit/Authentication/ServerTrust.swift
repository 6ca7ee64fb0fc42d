// Server trust, which Foundation on Linux leaves out.
// SPDX-License-Identifier: Apache-2.0

public import FoundationNetworking

// Foundation on Linux has these names as unavailable; what is here takes their place.

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The authentication method of a challenge that asks whether a server's certificate is to be trusted.
public let NSURLAuthenticationMethodServerTrust = "NSURLAuthenticationMethodServerTrust"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The authentication method of a challenge that asks for a certificate of the user's.
public let NSURLAuthenticationMethodClientCertificate = "NSURLAuthenticationMethodClientCertificate"

extension URLProtectionSpace {
    /// The certificates that the server showed; nil where it is not about them.
    public var serverTrust: SecTrust? {
        (self as? ServerTrustSpace)?.trust
    }
}

extension URLCredential {
    /// A credential that accepts a server's certificates.
    public convenience init(trust: SecTrust) {
        self.init(user: "", password: "", persistence: .none)
    }
}
