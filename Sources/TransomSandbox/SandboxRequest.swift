// A request that reached a sandbox.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import TransomCore

/// A request that reached a sandbox.
public struct SandboxRequest: Sendable {
    /// The served origin that it was made to, as the Host header names it.
    public let origin: Origin
    /// The method in upper case, such as `GET`.
    public let method: String
    /// The path as it was sent, percent-encoded, with its slash in front.
    public let path: String
    /// The query as it was sent, without the question mark.
    public let query: String?
    /// The header fields in their order; a name may come more than once.
    public let headers: [(name: String, value: String)]
    /// The body, at most ``SandboxServer/maximumBodyBytes``.
    public let body: Data

    /// Makes a request, as a test of a site does.
    public init(
        origin: Origin, method: String = "GET", path: String, query: String? = nil,
        headers: [(name: String, value: String)] = [], body: Data = Data()
    ) {
        self.origin = origin
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
    }

    /// The first value of a header field; names are compared without regard to case.
    public func header(_ name: String) -> String? {
        let wanted = name.lowercased()
        return headers.first { $0.name.lowercased() == wanted }?.value
    }

    /// Whether a header field that is a list, such as `Connection`, names a word; case does not count.
    func lists(_ word: String, in name: String) -> Bool {
        let wanted = name.lowercased()
        return headers.contains { field in
            field.name.lowercased() == wanted
                && field.value.split(separator: ",").contains {
                    $0.lowercased().filter { $0 != " " && $0 != "\t" } == word
                }
        }
    }

    /// Whether the connection is to speak another protocol from here on: a WebSocket.
    var isUpgrade: Bool { method == "GET" && lists("upgrade", in: "Connection") && lists("websocket", in: "Upgrade") }

    /// The same request, whose answer is not to be compressed: what is kept of it is to be read by people.
    var withoutEncodings: SandboxRequest {
        SandboxRequest(
            origin: origin, method: method, path: path, query: query,
            headers: headers.filter { $0.name.lowercased() != "accept-encoding" }, body: body)
    }

    /// Whether `text/html` is among what the request accepts by name, as it is when a page is loaded.
    var acceptsHTML: Bool {
        headers.contains { field in
            field.name.lowercased() == "accept"
                && field.value.split(separator: ",").contains { range in
                    let parts = range.split(separator: ";")
                    let isRefused = parts.dropFirst().contains { $0.filter { $0 != " " } == "q=0" }
                    return parts.first?.lowercased().filter { $0 != " " && $0 != "\t" } == "text/html" && !isRefused
                }
        }
    }

    /// Whether the method is GET or HEAD, which differ only in whether the body is sent.
    public var isRead: Bool { method == "GET" || method == "HEAD" }
}
