// Reads what follows --serve.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import TransomCore
import TransomShell

extension HostConfiguration.Served {
    /// Reads `ORIGIN=DIR`, `ORIGIN=FILE.har` or `ORIGIN=http://127.0.0.1:PORT`.
    ///
    /// - Throws: `RunOptionsError` that says what would be right.
    nonisolated static func parse(_ text: String) throws(RunOptionsError) -> HostConfiguration.Served {
        guard let sign = text.firstIndex(of: "=") else { throw .serveForm(given: text) }
        let origin: Origin
        do {
            origin = try Origin(String(text[..<sign]))
        } catch {
            throw .serveOrigin(error)
        }
        let place = String(text[text.index(after: sign)...])
        guard origin.scheme == "https", !place.isEmpty else { throw .serveForm(given: text) }
        if place.hasSuffix(".har") { return .init(origin, .archive(place)) }
        guard place.hasPrefix("http:") || place.hasPrefix("https:") else { return .init(origin, .folder(place)) }
        guard let server = try? Origin(place.hasSuffix("/") ? String(place.dropLast()) : place),
            server.scheme == "http", server.host == "127.0.0.1", let port = server.port
        else { throw .serveServer(given: place) }
        return .init(origin, .port(port))
    }

    /// Looks whether the folder can be read.
    ///
    /// - Throws: `RunOptionsError.serveFolder` where it cannot.
    nonisolated func check() throws(RunOptionsError) {
        guard case .folder(let path) = source else { return }
        guard let folder = opendir(path) else { throw .serveFolder(path) }
        closedir(folder)
    }
}
