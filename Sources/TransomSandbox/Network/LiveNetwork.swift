// The network beyond the sandbox, where what nobody serves is passed on.
// SPDX-License-Identifier: Apache-2.0

package import CTransomGIO
import CTransomSoup
import Foundation
import TransomCore
import TransomGLib

/// The network beyond the sandbox, for a run that is on it: what no site serves and no rule is for is passed on there as it
/// is, and of an origin that a rule is for, what the rule does not match.
///
/// Certificates are checked as the engine checks them: by the authorities of the system, and by those of `vouch`. Nothing is
/// kept, followed or decoded. `soup_session_send_async`.
@MainActor
package final class LiveNetwork {
    /// Whether an authority of the machine's own vouches for a certificate that those of the system do not.
    package typealias Vouch = @MainActor (_ certificate: UnsafeMutablePointer<GTlsCertificate>, _ host: String) -> Bool

    private let session: ObjectRef
    private let resolver: ObjectRef?
    private let vouch: Vouch

    /// Describes the way there.
    ///
    /// - Parameters:
    ///   - proxy: Such as `http://10.0.0.1:3128`; nil for none. The one of the environment is never used.
    ///   - hosts: Those that are reached without it.
    ///   - vouch: Asked for certificates that the system's authorities do not vouch for.
    package init(proxy: String? = nil, except hosts: [String] = [], vouch: @escaping Vouch = { _, _ in false }) {
        self.vouch = vouch
        session = ObjectRef(adopting: UnsafeMutableRawPointer(transom_soup_session_new(64)))
        resolver = proxy.map { proxy in
            let copies = hosts.map { strdup($0) }
            defer { for copy in copies { free(copy) } }
            var names = copies + [nil]
            return ObjectRef(adopting: UnsafeMutableRawPointer(g_simple_proxy_resolver_new(proxy, &names)))
        }
        soup_session_set_proxy_resolver(session.assuming(), resolver.map { OpaquePointer($0.pointer) })
        soup_session_remove_feature_by_type(session.assuming(), soup_content_decoder_get_type())
        soup_session_remove_feature_by_type(session.assuming(), soup_auth_manager_get_type())
    }

    /// A connection to a host, for a client that was told that it has one.
    func tunnel(to origin: Origin) -> HandOver {
        HandOver(to: .live(host: origin.host, port: origin.effectivePort ?? 443, isSecure: false, resolver), head: "")
    }

    /// The answer of the network; the connection is closed where there is none.
    func respond(to request: SandboxRequest) -> SandboxResponse {
        guard request.isUpgrade else { return .later { [self] in await pass(request) } }
        let isSecure = request.origin.scheme == "https"
        guard let head = LoopbackRequest.head(of: request) else { return .nothing }
        var response = SandboxResponse()
        response.source = .handOver(
            HandOver(
                to: .live(
                    host: request.origin.host, port: request.origin.effectivePort ?? 443, isSecure: isSecure, resolver),
                head: head)
        ) { .nothing }
        return response
    }

    private func pass(_ request: SandboxRequest) async -> SandboxResponse {
        guard let message = message(for: request) else { return .nothing }
        let (session, host, vouch) = (session, request.origin.host, vouch)
        let judge = SignalConnection(message.pointer, Judge(isTrusted: { vouch($0, host) })) { object, data, destroy in
            transom_soup_message_connect_accept_certificate(
                OpaquePointer(object),
                { _, certificate, _, data in
                    guard let certificate, let judge = CallbackBox<Judge>.value(at: data) else { return 0 }
                    return judge.isTrusted(certificate) ? 1 : 0
                }, data, destroy)
        }
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
        withExtendedLifetime(judge) {}
        guard case .success(let input) = outcome else { return .nothing }
        let raw = OpaquePointer(message.pointer)
        let fields = soup_message_get_response_headers(raw)
        let hasLength = soup_message_headers_get_encoding(fields) == SOUP_ENCODING_CONTENT_LENGTH
        let status = Int(soup_message_get_status(raw).rawValue)
        let hasBody = request.method != "HEAD" && status != 204 && status != 304
        var headers = HeaderField.endToEnd(SoupFields.all(fields))
        if hasBody { headers.removeAll { $0.name.lowercased() == "content-length" } }
        var response = SandboxResponse(status: status, headers: headers)
        let body = BodyStream(input, length: hasLength ? Int(soup_message_headers_get_content_length(fields)) : nil)
        if hasBody { response.source = .stream(body) }
        return response
    }

    private struct Judge {
        let isTrusted: @MainActor (UnsafeMutablePointer<GTlsCertificate>) -> Bool
    }

    private func message(for request: SandboxRequest) -> ObjectRef? {
        guard let uri = g_uri_parse(request.url, LoopbackClient.uriFlags, nil) else { return nil }
        defer { g_uri_unref(uri) }
        guard let raw = soup_message_new_from_uri(request.method, uri) else { return nil }
        let message = ObjectRef(adopting: UnsafeMutableRawPointer(raw))
        soup_message_add_flags(raw, SOUP_MESSAGE_NO_REDIRECT)
        let headers = soup_message_get_request_headers(raw)
        if !request.body.isEmpty {
            let bytes = request.body.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
            soup_message_set_request_body_from_bytes(raw, nil, bytes)
            g_bytes_unref(bytes)
        } else if request.header("Content-Length") != nil {
            soup_message_headers_set_content_length(headers, 0)
        }
        let own: Set = ["host", "content-length", "expect"]
        for field in HeaderField.endToEnd(request.headers) where !own.contains(field.name.lowercased()) {
            soup_message_headers_append(headers, field.name, field.value)
        }
        return message
    }
}
