// A server of this machine at an origin.
// SPDX-License-Identifier: Apache-2.0

public import TransomCore

/// A server of this machine at an origin: a user's own development server where its pages will run one day.
///
/// Requests are passed to `http://127.0.0.1:PORT`, or to `http://[::1]:PORT` where only that answers, and the answers come
/// back as they are: status, fields, cookies and an encoded body. Redirects are not followed; one that names the server by
/// its own address is turned back to the origin. Bodies come in parts, so a page may read an endless one. A WebSocket is
/// handed over, which is how a development server reloads its pages.
///
/// The server sees its own address in `Host`, because development servers refuse names that they do not know; the origin
/// stands in `X-Forwarded-Host` and `X-Forwarded-Proto`.
public final class LoopbackSite: SandboxSite {
    /// The origins it is served at.
    public let origins: [Origin]
    /// The server's port.
    public let port: UInt16
    private let client: LoopbackClient
    private let onFailure: (@MainActor (LoopbackFailure) -> Void)?
    private var failure: LoopbackFailure?

    /// Makes a site of a server.
    ///
    /// - Parameters:
    ///   - origins: https origins with a host name.
    ///   - port: Where the server listens, 1 to 65535. It need not listen yet.
    ///   - onFailure: Called when a request gets no answer from the server, and not again before one did or the reason
    ///     is another.
    /// - Throws: ``SandboxError/noPort``.
    public init(
        _ origins: [Origin], port: UInt16, onFailure: (@MainActor (LoopbackFailure) -> Void)? = nil
    ) throws(SandboxError) {
        guard port != 0 else { throw .noPort }
        self.origins = origins
        self.port = port
        self.onFailure = onFailure
        client = LoopbackClient(port: port)
    }

    /// Passes the request to the server.
    public func respond(to request: SandboxRequest) -> SandboxResponse {
        let forwarded = LoopbackRequest(request, port: port)
        guard forwarded.isUpgrade else { return .later { [self] in await pass(forwarded) } }
        guard let head = forwarded.head else {
            return .notice(400, "Not a request", "The address holds bytes that no address has.")
        }
        var response = SandboxResponse()
        response.source = .handOver(HandOver(to: .loopback(port: port), head: head)) { [self] in
            failed(.notListening(port: port))
        }
        return response
    }

    private func pass(_ request: LoopbackRequest) async -> SandboxResponse {
        do throws(LoopbackFailure) {
            let answer = try await client.send(request)
            failure = nil
            return LoopbackResponse(answer, to: request, port: port).response
        } catch {
            // A page that went away before its answer came says nothing about the server.
            return Task.isCancelled ? error.response : failed(error)
        }
    }

    private func failed(_ failure: LoopbackFailure) -> SandboxResponse {
        if self.failure != failure {
            self.failure = failure
            onFailure?(failure)
        }
        return failure.response
    }
}
