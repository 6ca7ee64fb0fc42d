// The answer of a server of this machine as the page gets it.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// The answer of a server of this machine as the page gets it.
@MainActor
struct LoopbackResponse {
    /// The response at the origin.
    let response: SandboxResponse

    /// Turns an answer into the origin's.
    init(_ answer: LoopbackClient.Answer, to request: LoopbackRequest, port: UInt16) {
        let hasBody = request.method != "HEAD" && answer.status != 204 && answer.status != 304
        var headers = HeaderField.endToEnd(answer.headers)
        // The length of a body that comes is set by what sends it.
        if hasBody { headers.removeAll { $0.name.lowercased() == "content-length" } }
        headers = headers.map { field in
            guard field.name.lowercased() == "location" else { return field }
            return (name: field.name, value: Self.turned(field.value, to: request.origin, port: port))
        }
        var response = SandboxResponse(status: answer.status, headers: headers)
        if hasBody { response.source = .stream(answer.body) }
        self.response = response
    }

    /// A redirect's target: at the origin, where the server named it by its own address; else as it is.
    nonisolated static func turned(_ location: String, to origin: Origin, port: UInt16) -> String {
        // A target without a scheme has that of the page.
        let isShort = location.utf8.starts(with: "//".utf8)
        let url = ParsedURL(isShort ? "http:" + location : location)
        guard url.scheme == "http", let target = url.origin, target.effectivePort == port,
            ["127.0.0.1", "localhost", "[::1]"].contains(target.host)
        else { return location }
        let rest = url.text.utf8.dropFirst("http://".utf8.count)
        let end = rest.firstIndex { "/?#".utf8.contains($0) } ?? rest.endIndex
        return origin.description + (String(rest[end...]) ?? "")
    }
}
