// One connection to the sandbox's port.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomSoup
import TransomCore
import TransomGLib

/// One connection to the sandbox's port, from its acceptance until its socket is gone.
///
/// libsoup reads requests and writes answers for as long as the other side likes; this holds the deadlines, and sees that
/// a client has gone away while libsoup, which has been told to wait, does not look.
@MainActor
final class ClientConnection {
    /// What the connection is doing.
    enum Phase {
        /// Nothing, or a request is coming in.
        case waiting
        /// A site has the request.
        case answering
        /// An answer is going out.
        case writing
        /// The connection was handed over.
        case handedOver
    }

    /// The client's address: the same object that libsoup gives with each message.
    let remote: ObjectRef
    /// The origin that the connection's tunnel leads to, nil before its CONNECT.
    var tunnel: Origin?
    /// The origin that the connection is passed on to as it is.
    var passed: Origin?
    /// An answer that takes time.
    private(set) var exchange: Exchange?
    /// When the connection last did something, in the order of all.
    private(set) var lastUse = 0
    private(set) var phase = Phase.waiting
    /// Whether the connection was ended by us, and its socket is about to go.
    private(set) var isClosing = false

    private let socket: ObjectRef
    private let limits: Limits
    private let timers: any SandboxTimers
    /// What libsoup has for this connection, weakly.
    private let record = UnsafeMutablePointer<GWeakRef>.allocate(capacity: 1)
    /// How many requests libsoup has answered under that record.
    private var requests = 0
    private var deadline: AnyObject?
    private var hangUp: DescriptorWatch?
    private static var uses = 0

    /// Takes an accepted `GSocket`.
    init(_ socket: ObjectRef, remote: ObjectRef, limits: Limits, timers: any SandboxTimers) {
        self.socket = socket
        self.remote = remote
        self.limits = limits
        self.timers = timers
        g_weak_ref_init(record, nil)
        enter(.waiting, for: limits.sandboxRequestDeadline)
        // The other side's half of the connection is closed. GLib passes the condition through to poll(2), though it has
        // no name for it: POLLRDHUP.
        let condition = GIOCondition(G_IO_HUP.rawValue | G_IO_ERR.rawValue | 0x2000)
        hangUp = DescriptorWatch(g_socket_get_fd(socket.assuming()), for: condition) { [weak self] in
            self?.close()
        }
    }

    /// Gives a stream on this connection to libsoup.
    ///
    /// `soup_server_accept_iostream`.
    func give(_ stream: ObjectRef, local: ObjectRef, to server: ObjectRef) {
        requests = 0
        transom_soup_server_accept(server.assuming(), stream.assuming(), local.assuming(), remote.assuming(), record)
    }

    /// A whole request is there, and a site is asked for its answer.
    func beginsToAnswer() {
        enter(.answering, for: nil)
    }

    /// The answer takes time: from now on the exchange is told when the client goes away.
    func waits(for exchange: Exchange) {
        self.exchange = exchange
    }

    /// An answer, or a part of it, goes out.
    func beginsToWrite() {
        enter(.writing, for: limits.sandboxWriteDeadline)
    }

    /// The client has taken what there was, and more is to come.
    func waitsForMore() {
        enter(.answering, for: nil)
    }

    /// libsoup has the whole answer of an exchange, or never will.
    func endsExchange() {
        exchange = nil
    }

    /// The request is over, and the next one may come.
    func finishesRequest() {
        exchange?.discard()
        endsExchange()
        requests += 1
        enter(.waiting, for: limits.sandboxIdleDeadline)
    }

    /// The connection belongs to somebody else from now on.
    func isHandedOver() {
        hangUp = nil
        enter(.handedOver, for: nil)
    }

    /// Ends the connection: both sides see it closed.
    ///
    /// `g_socket_shutdown`.
    ///
    /// The socket is shut down before anybody closes a stream on it: closing TLS writes a farewell, and that would wait
    /// for a client that does not read.
    func close() {
        guard !isClosing else { return }
        isClosing = true
        hangUp = nil
        deadline = nil
        g_socket_shutdown(socket.assuming(), 1, 1, nil)
        exchange?.abandon()
        // libsoup sees the end at once. Where it keeps the connection all the same, it is told to let go, in a later round
        // of the main loop than the one in which it has certainly looked.
        deadline = timers.start(.seconds(1)) { [weak self] in
            guard let self else { return }
            deadline = timers.start(.zero) { [weak self] in self?.drop() }
        }
    }

    /// Frees what libsoup keeps of a connection that ended between two requests.
    private func drop() {
        deadline = nil
        guard phase == .waiting, requests > 0, g_socket_is_closed(socket.assuming()) == 0 else { return }
        transom_soup_drop_connection(record)
    }

    /// The socket is gone, or the server is.
    func discard() {
        deadline = nil
        hangUp = nil
        exchange?.discard()
        exchange = nil
    }

    private func enter(_ phase: Phase, for duration: Duration?) {
        self.phase = phase
        Self.uses += 1
        lastUse = Self.uses
        guard !isClosing else { return }
        deadline = nil
        guard let duration else { return }
        deadline = timers.start(duration) { [weak self] in self?.close() }
    }

    isolated deinit {
        g_weak_ref_clear(record)
        record.deallocate()
    }
}
