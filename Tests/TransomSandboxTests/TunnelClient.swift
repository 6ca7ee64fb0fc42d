// A client that goes through the sandbox's proxy as a view does, with real TLS, one step at a time.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import Foundation
import TransomGLib

/// A connection to the sandbox's port.
///
/// All calls block: use it off the main thread, which serves.
final class TunnelClient {
    /// What a server answered.
    struct Answer {
        var status = 0
        var headers: [String: String] = [:]
        /// All fields in their order, names in lower case.
        var fields: [(name: String, value: String)] = []
        var body = Data()
        var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// The connection ended, or the bytes were no HTTP.
    struct NoAnswer: Error {}

    private var stream: UnsafeMutablePointer<GIOStream>
    private var isHead = false

    /// Connects to the port.
    init(port: UInt16) throws {
        let client = g_socket_client_new()
        defer { g_object_unref(client) }
        let connection = try GLibError.check {
            g_socket_client_connect_to_host(client, "127.0.0.1", port, nil, $0)
        }
        stream = UnsafeMutableRawPointer(connection).assumingMemoryBound(to: GIOStream.self)
        // As WebKit's own client does; else a request waits 40 ms for the acknowledgement of the handshake's last bytes.
        g_socket_set_option(g_socket_connection_get_socket(connection), Int32(IPPROTO_TCP), TCP_NODELAY, 1, nil)
    }

    deinit {
        g_io_stream_close(stream, nil, nil)
        g_object_unref(stream)
    }

    /// Opens a tunnel to a host and does the TLS handshake, with the run's certificate as the one that is trusted.
    ///
    /// - Parameters:
    ///   - host: The host of the CONNECT.
    ///   - identity: The host that the certificate is checked for; the same unless a test says otherwise.
    convenience init(port: UInt16, tunnelTo host: String, trusting pem: String, identity: String? = nil) throws {
        try self.init(port: port)
        try write("CONNECT \(host):443 HTTP/1.1\r\nHost: \(host):443\r\n\r\n")
        guard try readHead().status == 200 else { throw NoAnswer() }
        let file = NSTemporaryDirectory() + "/sandbox-\(UUID().uuidString).pem"
        try pem.write(toFile: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: file) }
        let database = try GLibError.check { g_tls_file_database_new(file, $0) }
        defer { g_object_unref(UnsafeMutableRawPointer(database)) }
        guard let address = g_network_address_new(identity ?? host, 443) else { throw NoAnswer() }
        defer { g_object_unref(UnsafeMutableRawPointer(address)) }
        let tls = try Self.tls(
            over: stream, identity: UnsafeMutableRawPointer(address), trusting: UnsafeMutableRawPointer(database))
        let connection = tls.assumingMemoryBound(to: GTlsConnection.self)
        let plain = stream
        stream = tls.assumingMemoryBound(to: GIOStream.self)
        g_object_unref(plain)
        _ = try GLibError.check { g_tls_connection_handshake(connection, nil, $0) != 0 ? () : nil }
    }

    /// A TLS connection that is made with its database.
    ///
    /// `g_tls_client_connection_new` makes it with the system's first, which takes 14 ms and 3.6 MiB.
    private static func tls(
        over stream: UnsafeMutableRawPointer, identity: UnsafeMutableRawPointer, trusting: UnsafeMutableRawPointer
    ) throws -> UnsafeMutableRawPointer {
        let objects = [("base-io-stream", stream), ("server-identity", identity), ("database", trusting)]
        var names = objects.map { UnsafePointer(strdup($0.0)) }
        var values = objects.map { _, object in
            var value = GValue()
            // G_TYPE_OBJECT is a macro.
            g_value_init(&value, 20 << 2)
            g_value_set_object(&value, object)
            return value
        }
        defer {
            for name in names { free(UnsafeMutablePointer(mutating: name)) }
            for index in values.indices { g_value_unset(&values[index]) }
        }
        let type = g_tls_backend_get_client_connection_type(g_tls_backend_get_default())
        let object = g_object_new_with_properties(type, guint(objects.count), &names, &values)
        guard let object else { throw NoAnswer() }
        _ = try GLibError.check { error in
            g_initable_init(OpaquePointer(object), nil, error) != 0 ? () : nil
        }
        return UnsafeMutableRawPointer(object)
    }

    /// Sends a request and reads the answer.
    func request(
        _ method: String = "GET", _ target: String, host: String, headers: [String] = [], body: String = ""
    ) throws -> Answer {
        try send(method, target, host: host, headers: headers, body: body)
        return try receive()
    }

    /// Sends a request.
    func send(
        _ method: String = "GET", _ target: String, host: String, headers: [String] = [], body: String = ""
    ) throws {
        isHead = method == "HEAD"
        var lines = ["\(method) \(target) HTTP/1.1", "Host: \(host)"] + headers
        if !body.isEmpty { lines.append("Content-Length: \(body.utf8.count)") }
        try write(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
    }

    /// Reads an answer with its body.
    func receive() throws -> Answer {
        var answer = try readHead()
        if answer.headers["transfer-encoding"] == "chunked", !isHead {
            while true {
                let chunk = try receiveChunk()
                if chunk.isEmpty { return answer }
                answer.body += chunk
            }
        }
        let hasBody = answer.status != 304 && answer.status != 204
        let length = hasBody ? Int(answer.headers["content-length"] ?? "0") ?? 0 : 0
        while !isHead, answer.body.count < length {
            let more = try read(length - answer.body.count)
            guard !more.isEmpty else { throw NoAnswer() }
            answer.body += more
        }
        return answer
    }

    /// Reads one chunk of a body that comes in chunks; empty at its end.
    func receiveChunk() throws -> Data {
        guard let size = Int(try readLine(), radix: 16) else { throw NoAnswer() }
        var chunk = Data()
        while chunk.count < size {
            let more = try read(size - chunk.count)
            guard !more.isEmpty else { throw NoAnswer() }
            chunk += more
        }
        guard try readLine().isEmpty else { throw NoAnswer() }
        return chunk
    }

    /// Reads the head of an answer.
    func receiveHead() throws -> Answer { try readHead() }

    /// Reads a number of bytes.
    func receive(bytes count: Int) throws -> String {
        var all = Data()
        while all.count < count {
            let more = try read(count - all.count)
            guard !more.isEmpty else { throw NoAnswer() }
            all += more
        }
        return String(decoding: all, as: UTF8.self)
    }

    private func readLine() throws -> String {
        var line = Data()
        while !line.suffix(2).elementsEqual("\r\n".utf8) {
            let byte = try read(1)
            guard !byte.isEmpty else { throw NoAnswer() }
            line += byte
        }
        return String(decoding: line.dropLast(2), as: UTF8.self)
    }

    /// Writes bytes as they are.
    func write(_ text: String) throws {
        let bytes = Array(text.utf8)
        _ = try GLibError.check {
            g_output_stream_write_all(
                g_io_stream_get_output_stream(stream), bytes, gsize(bytes.count), nil, nil, $0) != 0 ? () : nil
        }
    }

    /// Reads until the other side closes, and tells what came.
    func readToEnd() -> Data {
        var all = Data()
        while let more = try? read(4096), !more.isEmpty { all += more }
        return all
    }

    private func read(_ count: Int) throws -> Data {
        var buffer = [UInt8](repeating: 0, count: count)
        let got = try GLibError.check { error -> gssize? in
            let got = g_input_stream_read(g_io_stream_get_input_stream(stream), &buffer, gsize(count), nil, error)
            return got >= 0 ? got : nil
        }
        return Data(buffer[..<got])
    }

    private func readHead() throws -> Answer {
        var head = Data()
        while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            let byte = try read(1)
            guard !byte.isEmpty else { throw NoAnswer() }
            head += byte
        }
        let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
        var answer = Answer()
        answer.status = Int(lines[0].split(separator: " ").dropFirst().first ?? "") ?? 0
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            answer.headers[line[..<colon].lowercased()] = value
            answer.fields.append((name: line[..<colon].lowercased(), value: value))
        }
        return answer
    }
}

/// Runs blocking work on a thread of its own while the main thread goes on serving.
func blocking<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread { continuation.resume(with: Result(catching: work)) }.start()
    }
}
