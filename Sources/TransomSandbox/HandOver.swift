// A connection that is passed on to a server of this machine.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import TransomGLib

/// A connection that is passed on to a server of this machine or of the network, whatever is spoken on it.
@MainActor
final class HandOver {
    /// Where to.
    enum Destination {
        /// To a port of this machine, at 127.0.0.1 or else at `[::1]`.
        case loopback(port: UInt16)
        /// To a host of the network, in TLS or as it is, by the proxy that a `GProxyResolver` names.
        case live(host: String, port: UInt16, isSecure: Bool, ObjectRef?)
    }

    /// What the client is told first; it is to have room for that.
    var greeting = ""

    private let destination: Destination
    private let head: String
    private let cancellable = ObjectRef(adopting: UnsafeMutableRawPointer(g_cancellable_new()))
    private var upstream: ObjectRef?

    /// Names the server and the bytes that it gets first.
    init(to destination: Destination, head: String) {
        self.destination = destination
        self.head = head
    }

    /// Connects to the server.
    func connect(_ completion: @escaping @MainActor (_ isConnected: Bool) -> Void) {
        switch destination {
        case .loopback(let port): connect(to: ["127.0.0.1", "::1"], port, completion)
        case .live(let host, let port, _, _): connect(to: [host], port, completion)
        }
    }

    private func connect(to hosts: [String], _ port: UInt16, _ completion: @escaping @MainActor (Bool) -> Void) {
        guard let host = hosts.first, g_cancellable_is_cancelled(cancellable.assuming()) == 0 else {
            return completion(false)
        }
        let client = ObjectRef(adopting: UnsafeMutableRawPointer(g_socket_client_new()))
        // The proxy that the environment names is never used.
        g_socket_client_set_enable_proxy(client.assuming(), 0)
        if case .live(_, _, let isSecure, let resolver) = destination {
            g_socket_client_set_tls(client.assuming(), isSecure ? 1 : 0)
            if let resolver {
                g_socket_client_set_enable_proxy(client.assuming(), 1)
                g_socket_client_set_proxy_resolver(client.assuming(), OpaquePointer(resolver.pointer))
            }
        }
        AsyncOperation.start { callback, data in
            g_socket_client_connect_to_host_async(
                client.assuming(), host, port, cancellable.assuming(), callback, data)
        } finish: { _, result, error in
            g_socket_client_connect_to_host_finish(client.assuming(), result, error)
        } completion: { [weak self] outcome in
            guard case .success(let connection) = outcome else {
                self?.connect(to: Array(hosts.dropFirst()), port, completion)
                return
            }
            let upstream = ObjectRef(adopting: UnsafeMutableRawPointer(connection))
            guard let self else { return }
            self.upstream = upstream
            completion(true)
        }
        MainLoop.wake()
    }

    /// Sends the first bytes and joins the two streams until one of them ends.
    ///
    /// `g_io_stream_splice_async`.
    func join(_ stream: ObjectRef) {
        guard let upstream else { return }
        let written =
            greeting.isEmpty
            ? 0
            : g_pollable_stream_write(
                g_io_stream_get_output_stream(stream.assuming()), greeting, gsize(greeting.utf8.count), 0, nil, nil)
        guard written == greeting.utf8.count else {
            g_io_stream_close(stream.assuming(), nil, nil)
            g_io_stream_close(upstream.assuming(), nil, nil)
            return
        }
        let bytes = Array(head.utf8)
        let text = g_bytes_new(bytes, gsize(bytes.count))
        let first = ObjectRef(adopting: UnsafeMutableRawPointer(g_memory_input_stream_new_from_bytes(text)))
        g_bytes_unref(text)
        let cancellable = cancellable
        AsyncOperation.start { callback, data in
            g_output_stream_splice_async(
                g_io_stream_get_output_stream(upstream.assuming()), first.assuming(), G_OUTPUT_STREAM_SPLICE_NONE,
                G_PRIORITY_DEFAULT, cancellable.assuming(), callback, data)
        } finish: { source, result, error in
            let count = g_output_stream_splice_finish(
                UnsafeMutableRawPointer(source)?.assumingMemoryBound(to: GOutputStream.self), result, error)
            return count >= 0 ? count : nil
        } completion: { outcome in
            guard case .success = outcome else {
                g_io_stream_close(stream.assuming(), nil, nil)
                g_io_stream_close(upstream.assuming(), nil, nil)
                return
            }
            let flags = GIOStreamSpliceFlags(
                G_IO_STREAM_SPLICE_CLOSE_STREAM1.rawValue | G_IO_STREAM_SPLICE_CLOSE_STREAM2.rawValue)
            g_io_stream_splice_async(
                stream.assuming(), upstream.assuming(), flags, G_PRIORITY_DEFAULT, cancellable.assuming(), nil, nil)
        }
    }

    /// Stops connecting, or ends the joined streams.
    func cancel() {
        g_cancellable_cancel(cancellable.assuming())
        MainLoop.wake()
    }

    isolated deinit {
        cancel()
    }
}
