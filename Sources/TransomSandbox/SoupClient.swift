// An HTTP client that changes and keeps nothing.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomSoup
import Foundation
import TransomGLib

/// An HTTP client that passes requests on as they are: no cookies, no cache, no decoding, no credentials, no redirects.
///
/// `SoupSession`. Where requests go, and which certificates count, is its owner's to say.
@MainActor
struct SoupClient {
    /// What libsoup parses with, so that nothing is decoded.
    ///
    /// `SOUP_HTTP_URI_FLAGS`, a macro.
    private static let uriFlags = GUriFlags(
        [
            G_URI_FLAGS_HAS_PASSWORD, G_URI_FLAGS_ENCODED_PATH, G_URI_FLAGS_ENCODED_QUERY, G_URI_FLAGS_ENCODED_FRAGMENT,
            G_URI_FLAGS_SCHEME_NORMALIZE,
        ].reduce(0) { $0 | $1.rawValue })

    private let session: ObjectRef

    /// Makes a client; a view has six connections to an origin, and popups and frames share them.
    ///
    /// - Parameter resolver: A `GProxyResolver`; nil for no proxy, also where the environment names one.
    init(resolver: ObjectRef? = nil) {
        session = ObjectRef(adopting: UnsafeMutableRawPointer(transom_soup_session_new(64)))
        soup_session_set_proxy_resolver(session.assuming(), resolver.map { OpaquePointer($0.pointer) })
        soup_session_remove_feature_by_type(session.assuming(), soup_content_decoder_get_type())
        soup_session_remove_feature_by_type(session.assuming(), soup_auth_manager_get_type())
    }

    /// Makes a message, without header fields besides those of its body; nil where the URL is none.
    ///
    /// - Parameters:
    ///   - hasLength: Whether a message without a body says so.
    static func message(_ method: String, _ url: String, body: Data, hasLength: Bool) -> ObjectRef? {
        guard let uri = g_uri_parse(url, uriFlags, nil) else { return nil }
        defer { g_uri_unref(uri) }
        guard let raw = soup_message_new_from_uri(method, uri) else { return nil }
        let message = ObjectRef(adopting: UnsafeMutableRawPointer(raw))
        soup_message_add_flags(raw, SOUP_MESSAGE_NO_REDIRECT)
        if !body.isEmpty {
            let bytes = body.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
            soup_message_set_request_body_from_bytes(raw, nil, bytes)
            g_bytes_unref(bytes)
        } else if hasLength {
            soup_message_headers_set_content_length(soup_message_get_request_headers(raw), 0)
        }
        return message
    }

    /// Sends a message and gives the stream of its answer's body as soon as the head is there.
    ///
    /// Cancelled with its task. `soup_session_send_async`.
    func send(_ message: ObjectRef) async -> Result<ObjectRef, GLibError> {
        let session = session
        let cancellable = ObjectRef(adopting: UnsafeMutableRawPointer(g_cancellable_new()))
        return await withTaskCancellationHandler {
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
    }

    /// The body of a message's answer, with its length where the answer says one.
    static func body(of message: ObjectRef, _ input: ObjectRef) -> BodyStream {
        let headers = soup_message_get_response_headers(OpaquePointer(message.pointer))
        let hasLength = soup_message_headers_get_encoding(headers) == SOUP_ENCODING_CONTENT_LENGTH
        return BodyStream(input, length: hasLength ? Int(soup_message_headers_get_content_length(headers)) : nil)
    }
}
