// A port on 127.0.0.1.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import TransomGLib

/// A port on 127.0.0.1 that the kernel chooses, and the connections that come in.
///
/// libsoup's own listener stops for good when one `accept` fails, as it does when the process has no descriptor left.
/// This one goes on a second later. `g_socket_accept`.
@MainActor
final class LoopbackListener {
    /// The port.
    let port: UInt16
    private let socket: ObjectRef
    private let timers: any SandboxTimers
    /// Gets the `GSocket` of every connection.
    var onClient: (@MainActor (_ socket: ObjectRef) -> Void)?
    private var watch: DescriptorWatch?
    private var rest: AnyObject?

    /// Opens a port.
    ///
    /// - Throws: What GIO says where no port can be opened.
    init(timers: any SandboxTimers) throws(GLibError) {
        self.timers = timers
        let socket = ObjectRef(
            adopting: UnsafeMutableRawPointer(
                try GLibError.check {
                    g_socket_new(G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, $0)
                }))
        self.socket = socket
        let loopback = ObjectRef(adopting: UnsafeMutableRawPointer(g_inet_address_new_loopback(G_SOCKET_FAMILY_IPV4)))
        let any = ObjectRef(adopting: UnsafeMutableRawPointer(g_inet_socket_address_new(loopback.assuming(), 0)))
        try GLibError.check { g_socket_bind(socket.assuming(), any.assuming(), 0, $0) != 0 ? () : nil }
        g_socket_set_listen_backlog(socket.assuming(), 128)
        g_socket_set_blocking(socket.assuming(), 0)
        try GLibError.check { g_socket_listen(socket.assuming(), $0) != 0 ? () : nil }
        let bound = ObjectRef(
            adopting: UnsafeMutableRawPointer(
                try GLibError.check { g_socket_get_local_address(socket.assuming(), $0) }))
        port = g_inet_socket_address_get_port(bound.assuming())
        watchForClients()
    }

    private func watchForClients() {
        rest = nil
        watch = DescriptorWatch(g_socket_get_fd(socket.assuming()), for: G_IO_IN) { [weak self] in
            self?.acceptOne()
        }
    }

    private func acceptOne() {
        do {
            let client = try GLibError.check { g_socket_accept(socket.assuming(), nil, $0) }
            onClient?(ObjectRef(adopting: UnsafeMutableRawPointer(client)))
        } catch {
            let isNothing =
                error.domain == "g-io-error-quark" && error.code == Int(G_IO_ERROR_WOULD_BLOCK.rawValue)
            guard !isNothing else { return }
            // The client is still in the queue, so the descriptor stays ready: looking again at once would be a busy loop.
            watch = nil
            rest = timers.start(.seconds(1)) { [weak self] in self?.watchForClients() }
        }
    }

    isolated deinit {
        watch = nil
        g_socket_close(socket.assuming(), nil)
    }
}
