// The bodies of requests for custom schemes.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Bodies that the web process has deposited, each for a request that is about to come.
///
/// `webkit_uri_scheme_request_get_http_body` ends the process when the body holds a Blob, and nothing tells beforehand. So
/// the web-process extension reads the bytes in the page and names them in the fragment of the request's URL. Bodies that
/// workers and forms send are not seen there, and such a request has none.
struct SchemeBodies {
    /// What a name begins with: random, so that no fragment of a page's is taken for one.
    static let mark = "-" + UUID().uuidString.lowercased() + "-"

    /// How many bodies are kept, and how many bytes; a page that deposits more loses the oldest.
    private static let most = 64
    private static let mostBytes = 64 * 1024 * 1024

    private var bodies: [(name: String, bytes: Data)] = []

    /// Splits a URL into what the page asked for and the name of its body.
    static func split(_ url: String) -> (url: String, name: String?) {
        guard let fragment = url.firstIndex(of: "#"), let start = url[fragment...].range(of: mark) else {
            return (url, nil)
        }
        let own = url[..<start.lowerBound]
        return (String(own.last == "#" ? own.dropLast() : own), String(url[start.lowerBound...]))
    }

    mutating func add(_ bytes: Data, named name: String) {
        bodies.append((name, bytes))
        var size = bodies.reduce(0) { $0 + $1.bytes.count }
        while bodies.count > 1, bodies.count > Self.most || size > Self.mostBytes {
            size -= bodies.removeFirst().bytes.count
        }
    }

    mutating func take(_ name: String) -> Data? {
        guard let index = bodies.firstIndex(where: { $0.name == name }) else { return nil }
        return bodies.remove(at: index).bytes
    }
}
