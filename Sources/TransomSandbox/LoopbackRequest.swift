// A request as a server of this machine gets it.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore

/// A request as a server of this machine gets it.
struct LoopbackRequest {
    /// The origin that the page asked.
    let origin: Origin
    let method: String
    /// Path and query as the page spelt them.
    let target: String
    /// The fields, `Host` first, without those for the first hop and without a length.
    let headers: [(name: String, value: String)]
    let body: Data
    /// Whether a length is said although there is no body, as for an empty POST.
    let hasLength: Bool
    /// Whether the connection is to speak another protocol from here on: a WebSocket.
    let isUpgrade: Bool

    /// Makes the request for a server at a port.
    init(_ request: SandboxRequest, port: UInt16) {
        origin = request.origin
        method = request.method
        target = request.path + (request.query.map { "?" + $0 } ?? "")
        body = request.body
        hasLength = request.header("Content-Length") != nil
        isUpgrade = request.isUpgrade
        let own: Set = ["host", "content-length", "expect", "x-forwarded-host", "x-forwarded-proto"]
        let port = port == 80 ? "" : ":\(port)"
        headers =
            [
                (name: "Host", value: "127.0.0.1" + port),
                (name: "X-Forwarded-Host", value: String(request.origin.description.dropFirst("https://".count))),
                (name: "X-Forwarded-Proto", value: "https"),
            ] + HeaderField.endToEnd(request.headers).filter { !own.contains($0.name.lowercased()) }
    }

    /// The head of an upgrade as bytes, nil where the target cannot stand in a line.
    var head: String? { Self.head(method, target, headers) }

    /// The head of an upgrade as it came, for the server that it was meant for.
    static func head(of request: SandboxRequest) -> String? {
        head(
            request.method, request.path + (request.query.map { "?" + $0 } ?? ""),
            HeaderField.endToEnd(request.headers))
    }

    private static func head(
        _ method: String, _ target: String, _ headers: [(name: String, value: String)]
    ) -> String? {
        guard target.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        let fields = headers + [(name: "Connection", value: "Upgrade"), (name: "Upgrade", value: "websocket")]
        return "\(method) \(target) HTTP/1.1\r\n" + fields.map { "\($0.name): \($0.value)\r\n" }.joined() + "\r\n"
    }
}
