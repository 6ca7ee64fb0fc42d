// Looks whether a far end can be reached from this machine.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import Foundation
package import TransomCore
import TransomGLib

/// Looks whether a far end can be reached from this machine: its name, its certificate, and what time it is there.
///
/// It waits for the network, at most ten seconds an origin, so it is for a command and never for a running host.
/// `GSocketClient`.
package nonisolated struct OriginProbe: Sendable {
    /// What was found.
    package enum Finding: Sendable, Equatable {
        /// It answers; by how many seconds this machine's clock is ahead, where it says its time.
        case reached(ahead: Int64?)
        /// Its name has no address.
        case name(String)
        /// Nothing answers there.
        case connection(String)
        /// Its certificate is not trusted.
        case certificate(String)
    }

    private let network: Configuration.Network

    /// Looks through the proxy, and with the further authorities, of a configuration.
    package init(network: Configuration.Network = .init()) {
        self.network = network
    }

    /// Looks at one origin.
    package func look(at origin: Origin) -> Finding {
        guard let client = g_socket_client_new() else { return .connection("no socket can be made") }
        defer { g_object_unref(UnsafeMutableRawPointer(client)) }
        g_socket_client_set_timeout(client, 10)
        g_socket_client_set_tls(client, 1)
        useProxy(client)
        trustAuthorities()
        do throws(GLibError) {
            let connection = try GLibError.check {
                g_socket_client_connect_to_host(client, origin.host, origin.port ?? 443, nil, $0)
            }
            defer { g_object_unref(UnsafeMutableRawPointer(connection)) }
            let time = Self.askTime(UnsafeMutableRawPointer(connection).assumingMemoryBound(to: GIOStream.self), origin)
            return .reached(ahead: time.map { Int64(Date().timeIntervalSince1970) - $0 })
        } catch {
            return Self.finding(error)
        }
    }

    private static func finding(_ error: GLibError) -> Finding {
        switch error.domain {
        case "g-resolver-error-quark": .name(error.message)
        case "g-tls-error-quark": .certificate(error.message)
        default: .connection(error.message)
        }
    }

    private func useProxy(_ client: UnsafeMutablePointer<GSocketClient>) {
        guard let proxy = network.proxy else { return g_socket_client_set_enable_proxy(client, 0) }
        let copies = network.noProxy.map { strdup($0) } + [nil]
        defer { for copy in copies { free(copy) } }
        var names = copies
        guard let resolver = g_simple_proxy_resolver_new(proxy, &names) else { return }
        g_socket_client_set_proxy_resolver(client, resolver)
        g_object_unref(UnsafeMutableRawPointer(resolver))
    }

    /// Has this process trust the system's authorities and the configuration's; the program ends soon after.
    private func trustAuthorities() {
        guard let file = network.extraCA, let more = try? String(contentsOfFile: file, encoding: .utf8) else { return }
        let system = (try? String(contentsOfFile: "/etc/ssl/certs/ca-certificates.crt", encoding: .utf8)) ?? ""
        let path = FileManager.default.temporaryDirectory.appending(path: "transom-\(UUID().uuidString).pem").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        guard (try? (system + "\n" + more).write(toFile: path, atomically: true, encoding: .utf8)) != nil,
            let database = try? GLibError.check({ g_tls_file_database_new(path, $0) })
        else { return }
        g_tls_backend_set_default_database(g_tls_backend_get_default(), database)
        g_object_unref(UnsafeMutableRawPointer(database))
    }

    /// The time at the far end, in seconds since 1970, from the `Date` of an answer.
    private static func askTime(_ stream: UnsafeMutablePointer<GIOStream>, _ origin: Origin) -> Int64? {
        let request = Array("HEAD / HTTP/1.1\r\nHost: \(origin.host)\r\nConnection: close\r\n\r\n".utf8)
        guard
            g_output_stream_write_all(
                g_io_stream_get_output_stream(stream), request, gsize(request.count), nil, nil, nil) != 0
        else { return nil }
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while answer.count < 16_384, HTTPDate.header(in: answer) == nil {
            let count = g_input_stream_read(
                g_io_stream_get_input_stream(stream), &buffer, gsize(buffer.count), nil, nil)
            guard count > 0 else { break }
            answer += buffer.prefix(Int(count))
        }
        return HTTPDate.header(in: answer).flatMap(HTTPDate.seconds)
    }
}
