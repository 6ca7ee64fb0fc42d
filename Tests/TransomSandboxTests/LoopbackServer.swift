// A server of this machine that answers byte for byte what a test says.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Synchronization

/// A server of this machine that answers byte for byte what a test says, on threads of its own.
final class LoopbackServer: Sendable {
    /// A connection to it.
    struct Connection: Sendable {
        fileprivate let descriptor: Int32

        /// Writes bytes as they are; false where the other side is gone.
        @discardableResult
        func write(_ text: String) -> Bool { write(Array(text.utf8)) }

        /// Writes bytes as they are; false where the other side is gone.
        @discardableResult
        func write(_ bytes: [UInt8]) -> Bool {
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }

        /// Reads what is there, waiting for something; empty where the other side is gone.
        func read() -> String {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = recv(descriptor, &buffer, buffer.count, 0)
            return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : ""
        }

        /// Ends the connection.
        func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }

        /// Waits until the other side is gone.
        func waitForEnd() { while !read().isEmpty {} }
    }

    /// The port, on 127.0.0.1 or `[::1]`.
    let port: UInt16
    private let listener: Int32
    private let answer: @Sendable (_ request: String, _ connection: Connection) -> Void
    private let seen = Mutex<(requests: [String], connections: Int)>(([], 0))

    /// The requests that came, as they came.
    var requests: [String] { seen.withLock { $0.requests } }
    /// How many connections were made.
    var connections: Int { seen.withLock { $0.connections } }

    /// Begins to listen.
    ///
    /// - Parameter answer: Called on a thread of the connection for each request, head and body. The connection is closed
    ///   where it says so, or when the other side closes it.
    init(
        isIPv6: Bool = false, port wanted: UInt16 = 0,
        _ answer: @escaping @Sendable (_ request: String, _ connection: Connection) -> Void
    ) throws {
        self.answer = answer
        listener = socket(isIPv6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var one: Int32 = 1
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
        if isIPv6 {
            setsockopt(listener, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &one, socklen_t(MemoryLayout<Int32>.size))
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_addr = in6addr_loopback
            address.sin6_port = wanted.bigEndian
            port = try Self.bind(listener, &address)
        } else {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            address.sin_port = wanted.bigEndian
            port = try Self.bind(listener, &address)
        }
        listen(listener, 64)
        let descriptor = listener
        Thread { [weak self] in
            while true {
                let client = accept(descriptor, nil, nil)
                guard client >= 0 else { return }
                Thread { [weak self] in
                    self?.serve(client)
                    close(client)
                }.start()
            }
        }.start()
    }

    /// A port that nothing listens on.
    static func freePort() throws -> UInt16 {
        let server = try LoopbackServer { _, _ in }
        server.stop()
        return server.port
    }

    /// Listens no more.
    ///
    /// Connections go on.
    func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    private static func bind<Address>(_ listener: Int32, _ address: inout Address) throws -> UInt16 {
        var length = socklen_t(MemoryLayout<Address>.size)
        return try withUnsafeMutableBytes(of: &address) { bytes in
            let pointer = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress
            guard let pointer, Glibc.bind(listener, pointer, length) == 0 else { throw POSIXError(.EADDRINUSE) }
            getsockname(listener, pointer, &length)
            // The port stands at the same place in both kinds of address.
            return UInt16(bigEndian: bytes.load(fromByteOffset: 2, as: UInt16.self))
        }
    }

    private func serve(_ client: Int32) {
        seen.withLock { $0.connections += 1 }
        let connection = Connection(descriptor: client)
        var text = ""
        while true {
            while !isWhole(text) {
                let more = connection.read()
                guard !more.isEmpty else { return }
                text += more
            }
            let request = text
            text = ""
            seen.withLock { $0.requests.append(request) }
            answer(request, connection)
        }
    }

    /// Whether the head is there, and the body that it speaks of.
    private func isWhole(_ text: String) -> Bool {
        guard let end = text.range(of: "\r\n\r\n") else { return false }
        let length = text[..<end.lowerBound].components(separatedBy: "\r\n")
            .first { $0.lowercased().hasPrefix("content-length:") }?
            .split(separator: ":").last.flatMap { Int($0.trimmingCharacters(in: .whitespaces)) }
        return text[end.upperBound...].utf8.count >= length ?? 0
    }
}
