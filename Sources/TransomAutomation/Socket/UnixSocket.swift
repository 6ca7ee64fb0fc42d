// Unix sockets of this machine, with the user at the other end.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import TransomGLibShims

/// Unix sockets of this machine, with the user at the other end.
///
/// Every descriptor is closed in child processes.
enum UnixSocket {
    /// Listens at a path; what is left there of an earlier process is removed.
    ///
    /// - Returns: the descriptor.
    /// - Throws: the system's word for what went wrong.
    static func listen(at path: String) throws(ControlSocketFailure) -> Int32 {
        let descriptor = try make(path)
        unlink(path)
        // Between bind and chmod nobody else gets in: the folder is closed to others, and the peer is looked at besides.
        let isBound = try with(path) { bind(descriptor, $0, $1) == 0 } && chmod(path, 0o600) == 0
        guard isBound, Glibc.listen(descriptor, 16) == 0 else {
            let reason = String(cString: strerror(errno))
            close(descriptor)
            throw .system(path: path, reason: reason)
        }
        return descriptor
    }

    /// Connects to a path.
    ///
    /// - Throws: the system's word for what went wrong.
    static func connect(to path: String) throws(ControlSocketFailure) -> Int32 {
        let descriptor = try make(path)
        let isConnected = try with(path) { Glibc.connect(descriptor, $0, $1) == 0 }
        guard isConnected else {
            let reason = String(cString: strerror(errno))
            close(descriptor)
            throw .system(path: path, reason: reason)
        }
        return descriptor
    }

    /// Waits for somebody who connects, and says which user that is; nil when the socket was shut down.
    ///
    /// `accept4`, `SO_PEERCRED`.
    static func accept(_ listener: Int32) -> (descriptor: Int32, user: uid_t)? {
        var user: UInt32 = 0
        let descriptor = transom_accept(listener, &user)
        return descriptor < 0 ? nil : (descriptor, user)
    }

    /// How long a write or a read may take before it fails.
    static func limit(_ descriptor: Int32, _ option: Int32, _ time: Duration) {
        var limit = timeval(
            tv_sec: Int(time.components.seconds), tv_usec: Int(time.components.attoseconds / 1_000_000_000_000))
        setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Sends all bytes, or says that they could not be sent in time.
    static func send(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Glibc.send(
                    descriptor, buffer.baseAddress?.advanced(by: sent), buffer.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count > 0 {
                sent += count
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }

    private static func make(_ path: String) throws(ControlSocketFailure) -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .system(path: path, reason: String(cString: strerror(errno))) }
        return descriptor
    }

    private static func with(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Bool
    ) throws(ControlSocketFailure) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8) + [0]
        guard bytes.count <= MemoryLayout.size(ofValue: address.sun_path) else { throw .long(path: path) }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
