// The far ends of vendors on loopback, at their production origins.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomSoup
import Foundation
public import TransomCore
import TransomGLib
import TransomGLibShims

/// The far ends of vendors on loopback, at their production origins.
///
/// A view's network goes through ``proxyURI``. The proxy takes a CONNECT for a served origin, ends TLS itself with the
/// run's certificate, and answers the requests inside; the connection to any other host is closed, so nothing that a page
/// does reaches the network. One libsoup server does it all: a tunnel is handed back to the server that it came from, which
/// keeps connections alive (`soup_server_message_steal_connection`, `g_tls_server_connection_new`,
/// `soup_server_accept_iostream`).
///
/// The port is open to every user of the machine and serves sandbox pages only; put nothing secret in them.
@MainActor
public final class SandboxServer {
    /// The longest request body that is taken, in bytes.
    public nonisolated static let maximumBodyBytes = 1_048_576

    /// Called before the tunnel to a served host opens, with the host: the time to trust ``certificatePEM`` for it.
    public var onConnect: (@MainActor (_ host: String) -> Void)?
    /// Called for a connection to a host that is not served, at most once a second and host.
    public var onRefused: (@MainActor (_ host: String, _ port: UInt16) -> Void)?

    /// The hosts that are served and that the certificate names.
    public let hosts: Set<String>
    /// The run's certificate, to be trusted for ``hosts`` and for this run only.
    public let certificatePEM: String
    /// The loopback port, chosen by the kernel.
    public let port: UInt16

    let server: ObjectRef
    private let tlsCertificate: ObjectRef
    private let sites: [Origin: any SandboxSite]
    private var refusals: RefusalLog
    private var delayed: [Int: Delayed] = [:]
    private var delayedCount = 0

    /// Starts serving.
    ///
    /// - Parameters:
    ///   - sites: What is served. Every origin is https, has a host name, and belongs to one site.
    ///   - clock: Measures the time between two reports of the same refused host.
    /// - Throws: ``SandboxError``.
    public init(sites: [any SandboxSite], clock: any HostClock = SystemHostClock()) throws(SandboxError) {
        var table: [Origin: any SandboxSite] = [:]
        for site in sites {
            for origin in site.origins {
                guard origin.scheme == "https", Self.isName(origin.host) else {
                    throw .unservableOrigin(origin)
                }
                guard table.updateValue(site, forKey: origin) == nil else { throw .sharedOrigin(origin) }
            }
        }
        let hosts = Set(table.keys.map(\.host))
        let certificate = try SandboxCertificate(hosts: hosts.sorted())
        let server = ObjectRef(adopting: UnsafeMutableRawPointer(transom_soup_server_new()))
        do {
            let tls = try GLibError.check {
                g_tls_certificate_new_from_pem(certificate.pem + certificate.privateKeyPEM, -1, $0)
            }
            tlsCertificate = ObjectRef(adopting: UnsafeMutableRawPointer(tls))
        } catch {
            throw .certificate(error.description)
        }
        do {
            _ = try GLibError.check { error in
                soup_server_listen_local(server.assuming(), 0, SOUP_SERVER_LISTEN_IPV4_ONLY, error) != 0 ? () : nil
            }
        } catch {
            throw .listen(error.description)
        }
        self.server = server
        self.sites = table
        self.hosts = hosts
        certificatePEM = certificate.pem
        port = Self.port(of: server)
        refusals = RefusalLog(clock: clock)
        // The weak reference lets the server go while libsoup still keeps the box.
        transom_soup_server_add_early_handler(
            server.assuming(), { _, message, _, _, _ in SandboxServer.refuseLargeBody(of: message) }, nil, nil)
        transom_soup_server_add_handler(
            server.assuming(),
            { _, message, _, _, data in
                guard let message else { return }
                CallbackBox<WeakReference<SandboxServer>>.value(at: data)?.object?.handle(message)
            },
            CallbackBox(WeakReference(self)).retainedPointer, releaseBox)
    }

    /// The address of the proxy, as `webkit_network_proxy_settings_new` takes it.
    public var proxyURI: String { "http://127.0.0.1:\(port)" }

    isolated deinit {
        delayed.removeAll()
        soup_server_disconnect(server.assuming())
    }

    /// Whether a host is no address: the certificate names hosts only.
    private static func isName(_ host: String) -> Bool {
        host.utf8.first != UInt8(ascii: "[") && g_hostname_is_ip_address(host) == 0
    }

    private static func port(of server: ObjectRef) -> UInt16 {
        let addresses = soup_server_get_uris(server.assuming())
        defer {
            g_slist_free_full(addresses) { if let uri = $0 { g_uri_unref(OpaquePointer(uri)) } }
        }
        guard let uri = addresses?.pointee.data else { return 0 }
        return UInt16(clamping: g_uri_get_port(OpaquePointer(uri)))
    }
}

// MARK: - The proxy

extension SandboxServer {
    private func handle(_ message: OpaquePointer) {
        let method = soup_server_message_get_method(message).map { String(cString: $0) } ?? ""
        let target = RequestTarget(soup_server_message_get_uri(message), isTunnel: method == "CONNECT")
        switch (method, target.scheme) {
        case ("CONNECT", _):
            guard site(at: target) != nil else { return refuse(message, target) }
            openTunnel(message, target.host)
        case (_, "https"):
            serve(message, method, target)
        default:
            // Plain HTTP through the proxy. A served host is reached over TLS only, as its own server would have it.
            guard target.port == 80, hosts.contains(target.host) else { return refuse(message, target) }
            let location = "https://" + target.host + target.path + (target.query.map { "?" + $0 } ?? "")
            answer(message, with: .redirect(to: location, status: 301))
        }
    }

    /// Closes the connection without an answer, which a view shows as the network error that it is.
    ///
    /// An HTTP status would reach the view as a load that policy interrupted.
    private func refuse(_ message: OpaquePointer, _ target: RequestTarget) {
        if let stream = soup_server_message_steal_connection(message) {
            g_io_stream_close(stream, nil, nil)
            g_object_unref(stream)
        }
        if refusals.shouldReport(target.host) { onRefused?(target.host, target.port) }
    }

    private func openTunnel(_ message: OpaquePointer, _ host: String) {
        onConnect?(host)
        let local = soup_server_message_get_local_address(message).map { ObjectRef(retaining: $0) }
        let remote = soup_server_message_get_remote_address(message).map { ObjectRef(retaining: $0) }
        guard let stolen = soup_server_message_steal_connection(message) else { return }
        let stream = ObjectRef(adopting: stolen)
        let established = "HTTP/1.1 200 Connection established\r\n\r\n"
        do {
            _ = try GLibError.check { error in
                g_output_stream_write_all(
                    g_io_stream_get_output_stream(stream.assuming()), established, gsize(established.utf8.count), nil,
                    nil,
                    error) != 0 ? () : nil
            }
            let tls = ObjectRef(
                adopting: UnsafeMutableRawPointer(
                    try GLibError.check {
                        g_tls_server_connection_new(stream.assuming(), tlsCertificate.assuming(), $0)
                    }))
            _ = try GLibError.check { error in
                soup_server_accept_iostream(
                    server.assuming(), tls.assuming(), local?.assuming(), remote?.assuming(), error) != 0 ? () : nil
            }
        } catch {
            // The client went away between its CONNECT and the answer; closing the stream is all there is to do.
            g_io_stream_close(stream.assuming(), nil, nil)
        }
    }
}

// MARK: - The origin servers

extension SandboxServer {
    /// The served origin that a request names, with its site.
    private func site(at target: RequestTarget) -> (origin: Origin, site: any SandboxSite)? {
        guard let origin = target.origin, let site = sites[origin] else { return nil }
        return (origin, site)
    }

    private func serve(_ message: OpaquePointer, _ method: String, _ target: RequestTarget) {
        guard let (origin, site) = site(at: target) else {
            return answer(message, with: .notice(421, "Misdirected", "This sandbox does not serve that host."))
        }
        let request = SandboxRequest(
            origin: origin, method: method, path: target.path, query: target.query,
            headers: Self.headers(of: message), body: Self.body(of: message))
        let response = site.respond(to: request)
        if response.delay > .zero {
            answer(message, later: response)
        } else {
            answer(message, with: response)
        }
    }

    private func answer(_ message: OpaquePointer, later response: SandboxResponse) {
        let parts = response.delay.components
        let milliseconds = parts.seconds.multipliedReportingOverflow(by: 1000).partialValue
        soup_server_message_pause(message)
        delayedCount += 1
        let id = delayedCount
        let timer = TimeoutSource(
            milliseconds: UInt32(clamping: milliseconds + parts.attoseconds / 1_000_000_000_000_000)
        ) {
            [weak self] in
            guard let self, let delayed = delayed.removeValue(forKey: id) else { return }
            let message = OpaquePointer(delayed.message.pointer)
            answer(message, with: response)
            soup_server_message_unpause(message)
        }
        delayed[id] = Delayed(message: ObjectRef(retaining: UnsafeMutableRawPointer(message)), timer: timer)
    }

    private func answer(_ message: OpaquePointer, with response: SandboxResponse) {
        // A site that answers what HTTP cannot say is a fault of ours that must not break the connection.
        let isSound =
            (200...599).contains(response.status)
            && response.headers.allSatisfy { Self.isToken($0.name) && Self.isFieldValue($0.value) }
        let response =
            isSound ? response : .notice(500, "Not an answer", "The site gave a status or a header that is none.")
        soup_server_message_set_status(message, guint(response.status), nil)
        let headers = soup_server_message_get_response_headers(message)
        for field in response.headers { soup_message_headers_append(headers, field.name, field.value) }
        // The type is among the fields already; without one here, libsoup leaves it.
        response.body.withUnsafeBytes { bytes in
            soup_message_body_append(
                soup_server_message_get_response_body(message), SOUP_MEMORY_COPY, bytes.baseAddress, gsize(bytes.count))
        }
    }

    private static func isToken(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
    }

    private static func isFieldValue(_ value: String) -> Bool {
        value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }

    private static func headers(of message: OpaquePointer) -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        var iterator = SoupMessageHeadersIter()
        soup_message_headers_iter_init(&iterator, soup_server_message_get_request_headers(message))
        var name: UnsafePointer<CChar>?
        var value: UnsafePointer<CChar>?
        while soup_message_headers_iter_next(&iterator, &name, &value) != 0 {
            guard let name, let value else { continue }
            fields.append((name: String(cString: name), value: String(cString: value)))
        }
        return fields
    }

    private static func body(of message: OpaquePointer) -> Data {
        guard let bytes = soup_message_body_flatten(soup_server_message_get_request_body(message)) else {
            return Data()
        }
        defer { g_bytes_unref(bytes) }
        var size: gsize = 0
        guard let start = g_bytes_get_data(bytes, &size) else { return Data() }
        return Data(bytes: start, count: Int(size))
    }

    /// Refuses a body that is too long, or of unknown length, before it is read.
    private static func refuseLargeBody(of message: OpaquePointer?) {
        let headers = soup_server_message_get_request_headers(message)
        let status: guint =
            switch soup_message_headers_get_encoding(headers) {
            case SOUP_ENCODING_CONTENT_LENGTH
            where soup_message_headers_get_content_length(headers) > goffset(maximumBodyBytes):
                413
            case SOUP_ENCODING_CHUNKED: 411
            default: 0
            }
        guard status != 0 else { return }
        soup_message_body_set_accumulate(soup_server_message_get_request_body(message), 0)
        soup_message_headers_replace(soup_server_message_get_response_headers(message), "Connection", "close")
        soup_server_message_set_status(message, status, nil)
    }

    /// An answer that waits for its time.
    private struct Delayed {
        let message: ObjectRef
        let timer: TimeoutSource
    }
}
