// A listener that nobody can connect to.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomSoup
import Glibc
import TransomGLib

/// A listener that nobody can connect to: libsoup keeps connections alive only while it listens.
///
/// Connections are accepted by a ``LoopbackListener`` and given to libsoup, whose own listener is one end of a pair of
/// sockets on which nothing ever arrives. `soup_server_listen_socket`.
@MainActor
final class KeepAliveListener {
    private let farEnd: Int32

    /// Makes a server believe that it listens.
    ///
    /// - Throws: What GIO says.
    init(_ server: ObjectRef) throws(GLibError) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw GLibError(domain: "errno", code: Int(errno), message: "no pair of sockets could be made")
        }
        let socket: UnsafeMutablePointer<GSocket>
        do {
            socket = try GLibError.check { g_socket_new_from_fd(ends[0], $0) }
        } catch {
            close(ends[0])
            close(ends[1])
            throw error
        }
        defer { g_object_unref(socket) }
        farEnd = ends[1]
        try GLibError.check {
            soup_server_listen_socket(server.assuming(), socket, SoupServerListenOptions(0), $0) != 0 ? () : nil
        }
    }

    isolated deinit {
        close(farEnd)
    }
}
