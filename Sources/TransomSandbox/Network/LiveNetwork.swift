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

    private let client: SoupClient
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
        resolver = proxy.map { proxy in
            let copies = hosts.map { strdup($0) }
            defer { for copy in copies { free(copy) } }
            var names = copies + [nil]
            return ObjectRef(adopting: UnsafeMutableRawPointer(g_simple_proxy_resolver_new(proxy, &names)))
        }
        client = SoupClient(resolver: resolver)
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
        let (host, vouch) = (request.origin.host, vouch)
        let judge = SignalConnection(message.pointer, Judge(isTrusted: { vouch($0, host) })) { object, data, destroy in
            transom_soup_message_connect_accept_certificate(
                OpaquePointer(object),
                { _, certificate, _, data in
                    guard let certificate, let judge = CallbackBox<Judge>.value(at: data) else { return 0 }
                    return judge.isTrusted(certificate) ? 1 : 0
                }, data, destroy)
        }
        let outcome = await client.send(message)
        withExtendedLifetime(judge) {}
        guard case .success(let input) = outcome else { return .nothing }
        let raw = OpaquePointer(message.pointer)
        let fields = soup_message_get_response_headers(raw)
        let status = Int(soup_message_get_status(raw).rawValue)
        let hasBody = request.method != "HEAD" && status != 204 && status != 304
        var headers = HeaderField.endToEnd(SoupFields.all(fields))
        if hasBody { headers.removeAll { $0.name.lowercased() == "content-length" } }
        var response = SandboxResponse(status: status, headers: headers)
        if hasBody { response.source = .stream(SoupClient.body(of: message, input)) }
        return response
    }

    private struct Judge {
        let isTrusted: @MainActor (UnsafeMutablePointer<GTlsCertificate>) -> Bool
    }

    private func message(for request: SandboxRequest) -> ObjectRef? {
        let hasLength = request.header("Content-Length") != nil
        guard let message = SoupClient.message(request.method, request.url, body: request.body, hasLength: hasLength)
        else { return nil }
        let headers = soup_message_get_request_headers(OpaquePointer(message.pointer))
        let own: Set = ["host", "content-length", "expect"]
        for field in HeaderField.endToEnd(request.headers) where !own.contains(field.name.lowercased()) {
            soup_message_headers_append(headers, field.name, field.value)
        }
        return message
    }
}
