// The far ends of vendors on loopback, at their production origins.
// SPDX-License-Identifier: Apache-2.0
//
// Over 400 lines: the proxy, the tunnels and the origins behind them are one state, which nobody else is to see.

import CTransomGIO
import CTransomSoup
import Dispatch
import Foundation
public import TransomCore
import TransomGLib

/// The far ends of vendors on loopback, at their production origins.
///
/// A view's network goes through ``proxyURI``. The proxy takes a CONNECT for a served origin, ends TLS itself with the
/// run's certificate, and answers the requests inside; the connection to any other host is closed, so nothing that a page
/// does reaches the network. One libsoup server does it all: a tunnel is handed back to the server that it came from, which
/// keeps connections alive (`soup_server_message_steal_connection`, `g_tls_server_connection_new`,
/// `soup_server_accept_iostream`).
///
/// The port answers the user that the host runs as, and root. Connections are counted, and one that asks for nothing is
/// closed after a time.
@MainActor
public final class SandboxServer {
    /// The longest request body that is taken, in bytes.
    public nonisolated static let maximumBodyBytes = 1_048_576

    /// Called before the tunnel to a served host opens, and when a rule names a host: the time to trust ``certificatePEM(for:)``
    /// for it.
    public var onConnect: (@MainActor (_ host: String) -> Void)?
    /// Awaited before the first tunnel to a host opens that was not served from the start: returns when whoever was told has
    /// taken note of its certificate.
    public var settle: (@MainActor (_ host: String) async -> Void)?
    /// Where what is not served goes; nil where it is refused.
    package var live: LiveNetwork? {
        didSet { closeWhatRulesForbid() }
    }
    /// Called for a connection to a host that is not served, at most once a second and host, and for a few hosts a second.
    public var onRefused: (@MainActor (_ host: String, _ port: UInt16) -> Void)?

    /// The hosts that are served.
    public private(set) var hosts: Set<String>
    /// The run's certificate, to be trusted for the hosts that were served from the start, and for this run only.
    public var certificatePEM: String { certificates.pem }
    /// What a test does to the network.
    public let rules = NetworkRules()
    /// What went over it; kept where it is wanted.
    public var traffic: TrafficLog?
    /// The loopback port, chosen by the kernel.
    public let port: UInt16

    let server: ObjectRef
    private let certificates: HostCertificates
    private var sites: [Origin: any SandboxSite]
    private let first: Set<String>
    private var settled: Set<String> = []
    private let clock: any HostClock
    private let limits: Limits
    private let timers: any SandboxTimers
    private let delays: any SandboxTimers
    private let mayConnect: @MainActor (_ port: UInt16, _ local: UInt16) -> Bool
    private let listener: LoopbackListener
    private let keepAlive: KeepAliveListener
    private var refusals: RefusalLog
    private var connections: [UnsafeMutableRawPointer: ClientConnection] = [:]
    private var signals: [SignalConnection] = []

    /// Starts serving.
    ///
    /// - Parameters:
    ///   - sites: What is served. Every origin is https, has a host name, and belongs to one site.
    ///   - limits: How many connections there may be, and how long they may take.
    ///   - clock: Measures the time between two reports of the same refused host.
    /// - Throws: ``SandboxError``.
    public convenience init(
        sites: [any SandboxSite], limits: Limits = .standard, clock: any HostClock = SystemHostClock()
    ) throws(SandboxError) {
        try self.init(sites: sites, limits: limits, clock: clock, timers: MainLoopTimers())
    }

    /// Starts serving with a test's own time and users.
    ///
    /// - Parameters:
    ///   - timers: For the deadlines of connections.
    ///   - delays: For answers that come late; nil for the same timers.
    ///   - mayConnect: Whether the client at a port of 127.0.0.1 may use ours.
    package init(
        sites: [any SandboxSite], limits: Limits = .standard, clock: any HostClock = SystemHostClock(),
        timers: any SandboxTimers = MainLoopTimers(), delays: (any SandboxTimers)? = nil,
        mayConnect: @escaping @MainActor (_ port: UInt16, _ local: UInt16) -> Bool = PeerOwner.isOurs
    ) throws(SandboxError) {
        self.sites = try Self.table(of: sites)
        hosts = Set(self.sites.keys.map(\.host))
        first = hosts
        self.clock = clock
        certificates = try HostCertificates(hosts)
        self.limits = limits
        self.timers = timers
        self.delays = delays ?? timers
        self.mayConnect = mayConnect
        refusals = RefusalLog(clock: clock)
        server = ObjectRef(adopting: UnsafeMutableRawPointer(transom_soup_server_new()))
        do {
            keepAlive = try KeepAliveListener(server)
            listener = try LoopbackListener(timers: timers)
        } catch {
            throw .listen(error.description)
        }
        port = listener.port
        listener.onClient = { [weak self] in self?.accept($0) }
        rules.onChange = { [weak self] in self?.closeWhatRulesForbid() }
        rules.onHost = { [weak self] in self?.onConnect?($0) }
        installHandlers()
    }

    /// Serves one more site, in place of those that are served at its origins now.
    ///
    /// - Throws: ``SandboxError/unservableOrigin(_:)``.
    public func serve(_ site: any SandboxSite) throws(SandboxError) {
        sites.merge(try Self.table(of: [site])) { _, new in new }
        hosts = Set(sites.keys.map(\.host))
    }

    /// Begins to keep what goes over the network, or begins anew.
    public func record() {
        traffic = TrafficLog(clock: clock)
        closeWhatRulesForbid()
    }

    /// The certificate of a host that is served, or for which there is a rule.
    ///
    /// A host that came after the start has one of its own.
    ///
    /// - Throws: ``SandboxError/certificate(_:)``.
    public func certificatePEM(for host: String) throws(SandboxError) -> String {
        try certificates.pem(for: host)
    }

    private func closeWhatRulesForbid() {
        for connection in connections.values {
            // What is passed on as it is cannot be answered by anybody else.
            if let origin = connection.passed, rules.isOffline || answers(for: origin) { connection.close() }
            guard let origin = connection.tunnel else { continue }
            if rules.isOffline || rules.isDistrusted(origin) { connection.close() }
        }
    }

    /// Whether connections to an origin end here: it is served, a rule is for it, or all is to be recorded.
    private func answers(for origin: Origin) -> Bool {
        sites[origin] != nil || rules.covers(origin, isLive: live != nil) || (live != nil && traffic != nil)
    }

    private static func table(of sites: [any SandboxSite]) throws(SandboxError) -> [Origin: any SandboxSite] {
        var table: [Origin: any SandboxSite] = [:]
        for site in sites {
            for origin in site.origins {
                // The certificate names hosts only.
                let isName = origin.host.utf8.first != UInt8(ascii: "[") && g_hostname_is_ip_address(origin.host) == 0
                guard origin.scheme == "https", isName else { throw .unservableOrigin(origin) }
                guard table.updateValue(site, forKey: origin) == nil else { throw .sharedOrigin(origin) }
            }
        }
        return table
    }

    private func installHandlers() {
        // The weak references let the server go while libsoup still keeps the boxes.
        transom_soup_server_add_early_handler(
            server.assuming(),
            { _, message, _, _, data in
                guard let message else { return }
                CallbackBox<WeakReference<SandboxServer>>.value(at: data)?.object?.look(at: message)
            },
            CallbackBox(WeakReference(self)).retainedPointer, releaseBox)
        transom_soup_server_add_handler(
            server.assuming(),
            { _, message, _, _, data in
                guard let message else { return }
                CallbackBox<WeakReference<SandboxServer>>.value(at: data)?.object?.handle(message)
            },
            CallbackBox(WeakReference(self)).retainedPointer, releaseBox)
        for name in ["request-finished", "request-aborted"] {
            let signal = SignalConnection(server.pointer, WeakReference(self)) { object, data, destroy in
                transom_soup_server_connect_message(
                    object.assumingMemoryBound(to: SoupServer.self), name,
                    { _, message, data in
                        guard let message,
                            let server = CallbackBox<WeakReference<SandboxServer>>.value(at: data)?.object
                        else { return }
                        server.connection(of: message)?.finishesRequest()
                    }, data, destroy)
            }
            signals.append(signal)
        }
    }

    /// The origins that are served.
    public var origins: [Origin] { sites.keys.sorted { $0.description < $1.description } }

    /// The address of the proxy, as `webkit_network_proxy_settings_new` takes it.
    public var proxyURI: String { "http://127.0.0.1:\(port)" }

    /// How many connections there are.
    var connectionCount: Int { connections.count }

    isolated deinit {
        for connection in connections.values { connection.close() }
        for connection in connections.values { connection.discard() }
        signals = []
        soup_server_disconnect(server.assuming())
    }
}

// MARK: - Connections

extension SandboxServer {
    private func accept(_ socket: ObjectRef) {
        guard let remoteAddress = try? GLibError.check({ g_socket_get_remote_address(socket.assuming(), $0) }),
            let localAddress = try? GLibError.check({ g_socket_get_local_address(socket.assuming(), $0) })
        else { return }
        let remote = ObjectRef(adopting: UnsafeMutableRawPointer(remoteAddress))
        let local = ObjectRef(adopting: UnsafeMutableRawPointer(localAddress))
        guard mayConnect(g_inet_socket_address_get_port(remote.assuming()), port), makeRoom() else {
            g_socket_close(socket.assuming(), nil)
            return
        }
        g_socket_set_option(socket.assuming(), Int32(IPPROTO_TCP), TCP_NODELAY, 1, nil)
        let stream = ObjectRef(
            adopting: UnsafeMutableRawPointer(g_socket_connection_factory_create_connection(socket.assuming())))
        let connection = ClientConnection(socket, remote: remote, limits: limits, timers: timers)
        connections[remote.pointer] = connection
        let key = UInt(bitPattern: remote.pointer)
        let end = ConnectionEnd { [weak self] in self?.isGone(key) }
        g_object_weak_ref(stream.assuming(), ConnectionEnd.notify, CallbackBox(end).retainedPointer)
        connection.give(stream, local: local, to: server)
    }

    /// Whether there is room for one more connection, be it that another goes which does nothing.
    private func makeRoom() -> Bool {
        let live = connections.values.filter { !$0.isClosing }
        guard live.count >= limits.sandboxConnections else { return true }
        guard let oldest = live.filter({ $0.phase == .waiting }).min(by: { $0.lastUse < $1.lastUse }) else {
            return false
        }
        oldest.close()
        return true
    }

    private func isGone(_ key: UInt) {
        guard let pointer = UnsafeMutableRawPointer(bitPattern: key) else { return }
        connections.removeValue(forKey: pointer)?.discard()
    }

    /// The connection that a message came on: libsoup gives the address that it was given.
    private func connection(of message: OpaquePointer) -> ClientConnection? {
        guard let remote = soup_server_message_get_remote_address(message) else { return nil }
        return connections[UnsafeMutableRawPointer(remote)]
    }

    /// What a connection's stream leaves behind when it is freed.
    private struct ConnectionEnd: Sendable {
        let report: @MainActor @Sendable () -> Void

        /// Called on any thread: one of GIO's that shook hands may be the last to hold a stream.
        static let notify: GWeakNotify = { data, _ in
            guard let end = CallbackBox<ConnectionEnd>.take(from: data) else { return }
            DispatchQueue.main.async { MainActor.assumeIsolated { end.report() } }
        }
    }
}

// MARK: - The proxy

extension SandboxServer {
    private func handle(_ message: OpaquePointer) {
        let method = soup_server_message_get_method(message).map { String(cString: $0) } ?? ""
        let target = RequestTarget(soup_server_message_get_uri(message))
        guard let connection = connection(of: message) else { return refuse(message, target) }
        switch (method, target.scheme) {
        case ("CONNECT", _):
            guard !rules.isOffline, connection.tunnel == nil, let origin = target.origin else {
                return refuse(message, target)
            }
            if answers(for: origin) {
                connection.tunnel = origin
                openTunnel(message, origin, connection)
            } else if let live {
                connection.passed = origin
                connection.beginsToAnswer()
                let handOver = live.tunnel(to: origin)
                handOver.greeting = Self.established
                var response = SandboxResponse()
                response.source = .handOver(handOver) { .nothing }
                Exchange(message, of: connection, limits: limits, timers: delays).answer(with: response)
            } else {
                refuse(message, target)
            }
        case (_, "https"):
            serve(message, method, target, connection)
        default:
            // Plain HTTP through the proxy. A served host is reached over TLS only, as its own server would have it.
            guard target.port == 80, hosts.contains(target.host) else {
                return pass(message, method, target, connection)
            }
            let location = "https://" + target.host + target.path + (target.query.map { "?" + $0 } ?? "")
            ResponseWriter.write(.redirect(to: location, status: 301), to: message)
            connection.beginsToWrite()
        }
    }

    /// Passes plain HTTP on, where there is a network.
    private func pass(
        _ message: OpaquePointer, _ method: String, _ target: RequestTarget, _ connection: ClientConnection
    ) {
        guard !rules.isOffline, let live, let origin = target.plainOrigin else { return refuse(message, target) }
        let request = SandboxRequest(
            origin: origin, method: method, path: target.path, query: target.query,
            headers: SoupFields.all(soup_server_message_get_request_headers(message)), body: Self.body(of: message))
        connection.beginsToAnswer()
        Exchange(message, of: connection, limits: limits, timers: delays).answer(with: live.respond(to: request))
    }

    private static let established = "HTTP/1.1 200 Connection established\r\n\r\n"

    /// Closes the connection without an answer, which a view shows as the network error that it is.
    ///
    /// An HTTP status would reach the view as a load that policy interrupted.
    private func refuse(_ message: OpaquePointer, _ target: RequestTarget) {
        if let stream = soup_server_message_steal_connection(message) {
            g_io_stream_close(stream, nil, nil)
            g_object_unref(stream)
        }
        if let host = refusals.report(target.host) { onRefused?(host, target.port) }
    }

    private func openTunnel(_ message: OpaquePointer, _ origin: Origin, _ connection: ClientConnection) {
        onConnect?(origin.host)
        guard let localAddress = soup_server_message_get_local_address(message) else { return }
        let local = ObjectRef(retaining: localAddress)
        guard let settle, !first.contains(origin.host), !settled.contains(origin.host) else {
            connection.finishesRequest()
            guard let stolen = soup_server_message_steal_connection(message) else { return }
            return begin(ObjectRef(adopting: stolen), origin, connection, local)
        }
        var response = SandboxResponse()
        let take: @MainActor (ObjectRef) -> Void = { [weak self, weak connection] stream in
            guard let self, let connection else { return }
            settled.insert(origin.host)
            connection.finishesRequest()
            begin(stream, origin, connection, local)
        }
        response.source = .takeOver(ready: { await settle(origin.host) }, take: take)
        Exchange(message, of: connection, limits: limits, timers: timers).answer(with: response)
    }

    /// Begins TLS on a connection whose client was promised a tunnel.
    private func begin(_ stream: ObjectRef, _ origin: Origin, _ connection: ClientConnection, _ local: ObjectRef) {
        let established = Self.established
        do {
            let output = g_io_stream_get_output_stream(stream.assuming())
            let written = try GLibError.check { error in
                // Without blocking: a client that has left no room for this has not read its earlier answers.
                let count = g_pollable_stream_write(output, established, gsize(established.utf8.count), 0, nil, error)
                return count >= 0 ? count : nil
            }
            guard written == established.utf8.count else { return connection.close() }
            let certificate = try certificates.tls(
                for: origin.host, isDistrusted: rules.isDistrusted(origin))
            let tls = ObjectRef(
                adopting: UnsafeMutableRawPointer(
                    try GLibError.check {
                        transom_tls_server_connection_new(stream.assuming(), certificate.assuming(), $0)
                    }))
            connection.give(tls, local: local, to: server)
        } catch {
            // The client went away between its CONNECT and the answer; nothing holds the stream any more.
            g_io_stream_close(stream.assuming(), nil, nil)
        }
    }
}

// MARK: - The origin servers

extension SandboxServer {
    private func serve(
        _ message: OpaquePointer, _ method: String, _ target: RequestTarget, _ connection: ClientConnection
    ) {
        connection.beginsToAnswer()
        // An origin whose rules were taken back is still passed on, on the connections that it has.
        guard let origin = target.origin, origin == connection.tunnel, answers(for: origin) || live != nil else {
            ResponseWriter.write(
                .notice(421, "Misdirected", "This connection leads to another host than the one that was asked for."),
                to: message)
            return connection.beginsToWrite()
        }
        let request = SandboxRequest(
            origin: origin, method: method, path: target.path, query: target.query,
            headers: SoupFields.all(soup_server_message_get_request_headers(message)), body: Self.body(of: message))
        let answered = traffic?.begin(request)
        let (site, live) = (sites[origin], live)
        let passed = traffic == nil ? request : request.withoutEncodings
        let outcome = rules.outcome(of: request) {
            site?.respond(to: passed) ?? live?.respond(to: passed) ?? .notFound
        }
        guard case .answer(let response) = outcome else { return connection.close() }
        if case .body = response.source, response.delay == .zero, response.bytesPerSecond == nil {
            answered?(response)
            ResponseWriter.write(response, to: message)
            connection.beginsToWrite()
        } else {
            let exchange = Exchange(message, of: connection, limits: limits, timers: delays)
            exchange.onAnswer = answered
            exchange.answer(with: response)
        }
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
    private func look(at message: OpaquePointer) {
        let headers = SoupFields.all(soup_server_message_get_request_headers(message))
        let status: guint
        switch RequestFraming(headers, maximum: Self.maximumBodyBytes) {
        case .sound: return
        case .tooLong: status = 413
        case .chunked: status = 411
        case .contradictory:
            // libsoup would read on to where it believes the end to be, so nothing more is read.
            connection(of: message)?.close()
            status = 400
        }
        soup_message_body_set_accumulate(soup_server_message_get_request_body(message), 0)
        soup_message_headers_replace(soup_server_message_get_response_headers(message), "Connection", "close")
        soup_server_message_set_status(message, status, nil)
    }
}
