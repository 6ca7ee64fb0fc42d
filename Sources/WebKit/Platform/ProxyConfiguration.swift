// A proxy, as Apple's Network has it.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A proxy for `WKWebsiteDataStore.proxyConfigurations`; a small type of that name, since Linux has no Network framework.
public struct ProxyConfiguration: Sendable {
    private enum Kind: Sendable {
        case http, socks
    }

    private let kind: Kind
    private let endpoint: NWEndpoint
    private var credential: (username: String, password: String)?
    /// Domains that are reached without it.
    public var excludedDomains: [String] = []
    /// The only domains that it is for; the engine uses a proxy that is for all.
    public var matchDomains: [String] = []
    /// Kept and not acted on: the engine does not go around a proxy that fails.
    public var allowFailover = false

    /// A proxy that is asked by `CONNECT`.
    ///
    /// - Parameter proxyEndpoint: Its host and port.
    public init(httpCONNECTProxy proxyEndpoint: NWEndpoint) {
        kind = .http
        endpoint = proxyEndpoint
    }

    /// A SOCKS proxy of version 5.
    ///
    /// - Parameter proxyEndpoint: Its host and port.
    public init(socksv5Proxy proxyEndpoint: NWEndpoint) {
        kind = .socks
        endpoint = proxyEndpoint
    }

    /// Says who asks.
    public mutating func applyCredential(username: String, password: String) {
        credential = (username, password)
    }

    /// The proxy as the engine takes it.
    var engineURI: String {
        var components = URLComponents()
        components.scheme = kind == .http ? "http" : "socks5"
        components.user = credential?.username
        components.password = credential?.password
        switch endpoint {
        case .hostPort(let host, let port):
            components.host = host.name.contains(":") ? "[\(host.name)]" : host.name
            components.port = Int(port.rawValue)
        }
        return components.string ?? ""
    }
}
