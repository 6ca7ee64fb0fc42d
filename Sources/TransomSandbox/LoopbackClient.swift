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
    private let session: ObjectRef
    /// Where the server answered last: many listen on one of the two addresses of `localhost` only.
    private var host = "127.0.0.1"

    init(port: UInt16) {
        self.port = port
        // A view has six connections to an origin; popups and frames share them.
        session = ObjectRef(adopting: UnsafeMutableRawPointer(transom_soup_session_new(64)))
        soup_session_set_proxy_resolver(session.assuming(), nil)
        soup_session_remove_feature_by_type(session.assuming(), soup_content_decoder_get_type())
        soup_session_remove_feature_by_type(session.assuming(), soup_auth_manager_get_type())
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
        let (session, port) = (session, port)
        let cancellable = ObjectRef(adopting: UnsafeMutableRawPointer(g_cancellable_new()))
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Result<ObjectRef, GLibError>, Never>) in
                AsyncOperation.start { callback, data in
                    soup_session_send_async(
                        session.assuming(), OpaquePointer(message.pointer), G_PRIORITY_DEFAULT, cancellable.assuming(),
                        callback, data)
                } finish: { _, result, error in
                    soup_session_send_finish(session.assuming(), result, error)
                } completion: { outcome in
                    continuation.resume(
                        returning: outcome.map { ObjectRef(adopting: UnsafeMutableRawPointer($0)) })
                }
                MainLoop.wake()
            }
        } onCancel: {
            Task { @MainActor in
                g_cancellable_cancel(cancellable.assuming())
                MainLoop.wake()
            }
        }
        switch outcome {
        case .success(let input):
            let raw = OpaquePointer(message.pointer)
            let headers = soup_message_get_response_headers(raw)
            let hasLength = soup_message_headers_get_encoding(headers) == SOUP_ENCODING_CONTENT_LENGTH
            return Answer(
                status: Int(soup_message_get_status(raw).rawValue), headers: SoupFields.all(headers),
                body: BodyStream(
                    input, length: hasLength ? Int(soup_message_headers_get_content_length(headers)) : nil))
        case .failure(let error):
            let isRefused =
                error.domain == "g-io-error-quark" && error.code == Int(G_IO_ERROR_CONNECTION_REFUSED.rawValue)
            throw isRefused ? .notListening(port: port) : .noHTTP(port: port)
        }
    }

    /// What libsoup parses with, so that nothing is decoded.
    ///
    /// `SOUP_HTTP_URI_FLAGS`, a macro.
    static let uriFlags = GUriFlags(
        [
            G_URI_FLAGS_HAS_PASSWORD, G_URI_FLAGS_ENCODED_PATH, G_URI_FLAGS_ENCODED_QUERY, G_URI_FLAGS_ENCODED_FRAGMENT,
            G_URI_FLAGS_SCHEME_NORMALIZE,
        ].reduce(0) { $0 | $1.rawValue })

    private func message(for request: LoopbackRequest, to host: String) -> ObjectRef? {
        let address = "http://" + (host == "::1" ? "[::1]" : host) + ":\(port)" + request.target
        guard let uri = g_uri_parse(address, Self.uriFlags, nil) else { return nil }
        defer { g_uri_unref(uri) }
        guard let raw = soup_message_new_from_uri(request.method, uri) else { return nil }
        let message = ObjectRef(adopting: UnsafeMutableRawPointer(raw))
        soup_message_add_flags(raw, SOUP_MESSAGE_NO_REDIRECT)
        let headers = soup_message_get_request_headers(raw)
        if !request.body.isEmpty {
            let bytes = request.body.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
            soup_message_set_request_body_from_bytes(raw, nil, bytes)
            g_bytes_unref(bytes)
        } else if request.hasLength {
            soup_message_headers_set_content_length(headers, 0)
        }
        for field in request.headers { soup_message_headers_append(headers, field.name, field.value) }
        return message
    }
}
