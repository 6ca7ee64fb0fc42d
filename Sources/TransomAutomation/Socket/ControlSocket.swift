// Takes commands from other programs of this machine.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
package import TransomCore
package import TransomShell

/// The control socket: programs of the same user, and root's, send commands and get answers, in the control pipe's lines.
///
/// Whoever else connects is shut out by the user that the kernel names for the other end. Each peer gets
/// `transom.control.ready` first, whose source names the host, and then an answer for each of its commands; the host's
/// events do not go there. A peer that goes away leaves the host as it is.
@MainActor
package final class ControlSocket {
    /// Peers at one time.
    static let peers = 8

    private let listener: Int32
    private let path: String
    private let link: String?
    private let stream: EventStream
    private let performer: CommandPerformer
    private let log = EventLog()
    private var open: [ObjectIdentifier: ControlPeer] = [:]
    /// Whether there is a page to drive.
    private(set) var hasStarted = false

    /// Begins to listen.
    ///
    /// Call it before the session starts.
    ///
    /// - Parameters:
    ///   - session: The session that is driven.
    ///   - stream: Where the host's events are seen; nothing is told there.
    /// - Throws: why it cannot listen.
    package convenience init(_ session: HostSession, stream: EventStream) throws(ControlSocketFailure) {
        let (path, link) = try ControlPlace.own(isKiosk: session.isKiosk)
        try self.init(at: path, link: link, session, stream: stream)
    }

    /// Listens at a path of the caller's.
    init(
        at path: String, link: String? = nil, _ session: HostSession, stream: EventStream
    ) throws(ControlSocketFailure) {
        self.path = path
        self.link = link
        self.stream = stream
        listener = try UnixSocket.listen(at: path)
        performer = CommandPerformer(session, log: log)
        stream.observe { [weak self] event in
            DispatchQueue.main.async { MainActor.assumeIsolated { self?.saw(event) } }
        }
        let (listener, factory) = (listener, stream.factory)
        DispatchQueue(label: "transom.control.listen").async { [weak self] in
            while let (peer, user) = UnixSocket.accept(listener) {
                guard user == geteuid() || user == 0 else {
                    close(peer)
                    continue
                }
                // Said from here, so that whoever asks learns that there is a host even while its main thread is busy.
                UnixSocket.limit(peer, SO_SNDTIMEO, .seconds(5))
                let own = factory.separate()
                let ready = own.event(
                    EventDraft("transom.control.ready", ["version": .integer(Int64(ControlPipe.version))]))
                guard UnixSocket.send(Array(ready.json.utf8) + [0x0A], to: peer) else {
                    close(peer)
                    continue
                }
                DispatchQueue.main.async { MainActor.assumeIsolated { Self.take(peer, own, by: self) } }
            }
            close(listener)
        }
    }

    /// Stops listening, and lets go of everybody.
    package func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        unlink(path)
        if let link { unlink(link) }
        for peer in open.values { peer.stop() }
        open = [:]
    }

    private static func take(_ descriptor: Int32, _ factory: EventFactory, by socket: ControlSocket?) {
        guard let socket, socket.open.count < peers else {
            close(descriptor)
            return
        }
        let peer = ControlPeer(descriptor, factory: factory, performer: socket.performer)
        socket.open[ObjectIdentifier(peer)] = peer
        peer.onEnd = { [weak socket] in socket?.open[ObjectIdentifier($0)] = nil }
        if socket.hasStarted { peer.begin() }
    }

    private func saw(_ event: Event) {
        log.add(event)
        guard !hasStarted, event.type == "transom.session.started" else { return }
        hasStarted = true
        for peer in open.values { peer.begin() }
    }
}
