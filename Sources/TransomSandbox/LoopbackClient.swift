// The HTTP client for a server of this machine.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomSoup
import Foundation
import TransomGLib

/// The HTTP client for a server of this machine: it changes nothing, keeps nothing and goes nowhere else.
///
/// No cookies, no cache, no decoding, no credentials, no redirects, no proxy; connections are kept alive.
/// `soup_session_send_async`.
@MainActor
final class LoopbackClient {
    /// What the server answered.
    struct Answer {
        let status: Int
        let headers: [(name: String, value: String)]
        let body: BodyStream
    }

    private let port: UInt16
    private let client = SoupClient()
    /// Where the server answered last: many listen on one of the two addresses of `localhost` only.
    private var host = "127.0.0.1"

    init(port: UInt16) {
        self.port = port
    }

    /// Sends a request and returns what came with the head of the answer.
    ///
    /// Cancelled with its task.
    func send(_ request: LoopbackRequest) async throws(LoopbackFailure) -> Answer {
        do throws(LoopbackFailure) {
            return try await send(request, to: host)
        } catch {
            guard error == .notListening(port: port), !Task.isCancelled else { throw error }
            let other = host == "::1" ? "127.0.0.1" : "::1"
            let answer = try await send(request, to: other)
            host = other
            return answer
        }
    }

    private func send(_ request: LoopbackRequest, to host: String) async throws(LoopbackFailure) -> Answer {
        guard let message = message(for: request, to: host) else { throw .noHTTP(port: port) }
        switch await client.send(message) {
        case .success(let input):
            let raw = OpaquePointer(message.pointer)
            return Answer(
                status: Int(soup_message_get_status(raw).rawValue),
                headers: SoupFields.all(soup_message_get_response_headers(raw)),
                body: SoupClient.body(of: message, input))
        case .failure(let error):
            let isRefused =
                error.domain == "g-io-error-quark" && error.code == Int(G_IO_ERROR_CONNECTION_REFUSED.rawValue)
            throw isRefused ? .notListening(port: port) : .noHTTP(port: port)
        }
    }

    private func message(for request: LoopbackRequest, to host: String) -> ObjectRef? {
        let address = "http://" + (host == "::1" ? "[::1]" : host) + ":\(port)" + request.target
        guard
            let message = SoupClient.message(
                request.method, address, body: request.body, hasLength: request.hasLength)
        else { return nil }
        let headers = soup_message_get_request_headers(OpaquePointer(message.pointer))
        for field in request.headers { soup_message_headers_append(headers, field.name, field.value) }
        return message
    }
}
