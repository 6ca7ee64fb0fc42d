// What a request to the proxy or to a served origin is for.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import TransomCore

/// What a request to the proxy or to a served origin is for.
struct RequestTarget {
    /// `http` or `https`, as the connection is; for a tunnel it says nothing.
    let scheme: String
    /// The host as the client spelt it.
    let host: String
    /// The port that is meant.
    let port: UInt16
    /// The path, percent-encoded.
    let path: String
    /// The query, percent-encoded.
    let query: String?

    /// Reads the URI that libsoup made of the request line and the Host header.
    ///
    /// - Parameter uri: Parsed with `SOUP_HTTP_URI_FLAGS`, so its parts are still encoded.
    init(_ uri: OpaquePointer?) {
        let text: (UnsafePointer<CChar>?) -> String? = { $0.map { String(cString: $0) } }
        scheme = uri.flatMap { text(g_uri_get_scheme($0)) } ?? ""
        host = uri.flatMap { text(g_uri_get_host($0)) } ?? ""
        let written = uri.map { g_uri_get_port($0) } ?? -1
        port = written > 0 ? UInt16(clamping: written) : (scheme == "https" ? 443 : 80)
        path = uri.flatMap { text(g_uri_get_path($0)) }.flatMap { $0.isEmpty ? nil : $0 } ?? "/"
        query = uri.flatMap { text(g_uri_get_query($0)) }
    }

    /// The http origin of that host and port.
    var plainOrigin: Origin? { try? Origin("http://" + host + (port == 80 ? "" : ":\(port)")) }

    /// The https origin of that host and port, nil where the host is not spelt as an origin is.
    var origin: Origin? {
        try? Origin("https://" + host + (port == 443 ? "" : ":\(port)"))
    }
}
