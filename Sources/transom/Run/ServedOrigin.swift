// A build of the user's own that stands in for a production origin.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// A build of the user's own at a production origin, `https://shop.example=./dist`.
nonisolated struct ServedOrigin: Sendable, Equatable {
    /// Where the build is.
    enum Source: Sendable, Equatable {
        /// A folder, by its path.
        case folder(String)
        /// A server on this machine, by the port it listens on at 127.0.0.1.
        case port(UInt16)
    }

    /// The origin that is served.
    let origin: Origin
    /// Where the build is.
    let source: Source

    /// Reads what follows `--serve`.
    ///
    /// - Throws: `RunOptionsError` that says what would be right.
    init(_ text: String) throws(RunOptionsError) {
        guard let sign = text.firstIndex(of: "=") else { throw .serveForm }
        do {
            origin = try Origin(String(text[..<sign]))
        } catch {
            throw .serveOrigin(error)
        }
        guard origin.scheme == "https" else { throw .serveForm }
        let place = String(text[text.index(after: sign)...])
        guard place.hasPrefix("http:") || place.hasPrefix("https:") else {
            guard !place.isEmpty else { throw .serveForm }
            source = .folder(place)
            return
        }
        guard let server = try? Origin(place.hasSuffix("/") ? String(place.dropLast()) : place),
            server.scheme == "http", server.host == "127.0.0.1", let port = server.port
        else { throw .serveServer }
        source = .port(port)
    }
}
