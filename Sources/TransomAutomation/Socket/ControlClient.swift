// Sends one command to a running host and waits for its answer.
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import TransomCore

/// Sends one command to a running host and waits for its answer.
package struct ControlClient: Sendable {
    /// What became of a command.
    package enum Answer: Sendable, Equatable {
        /// It was carried out, and gave this object.
        case result(JSONValue)
        /// It was not, in one sentence.
        case failed(String)
        /// No host of that name runs; those that do.
        case noHost(running: [String])
        /// Several run, and none was named.
        case several([String])
    }

    /// Where hosts are looked for.
    var places: @Sendable () -> [String] = { ControlPlace.all() }
    /// How long a host may take to say that it is there.
    var patience: Duration = .seconds(5)

    /// Looks in the places of this machine.
    package init() {}

    /// Sends a command.
    ///
    /// It waits for the answer, longer than the host may take by `patience`; not on a thread that must go on.
    ///
    /// - Parameters:
    ///   - request: the command; of its id nothing is kept.
    ///   - name: the host's name, as its events have it; nil for the only one.
    ///   - limit: how long the answer may take; nil where it comes when somebody is done with a sheet.
    package func perform(_ request: CommandRequest, host name: String? = nil, within limit: Duration?) -> Answer {
        var found: [(name: String, connection: Connection)] = []
        for path in places() {
            guard let connection = Connection(path, patience), let host = connection.host else { continue }
            found.append((host, connection))
        }
        let names = found.map(\.name)
        let matching = name.map { wanted in found.filter { $0.name == wanted } } ?? found
        guard let first = matching.first else { return .noHost(running: names) }
        guard matching.count == 1 else { return .several(names) }
        return first.connection.ask(request, within: limit.map { $0 + patience })
    }

    /// One connection to a host.
    private final class Connection {
        /// The host's name; nil where what answers is no host.
        private(set) var host: String?
        private let descriptor: Int32
        private var bytes: [UInt8] = []

        /// Connects, and waits for the host's first line.
        init?(_ path: String, _ patience: Duration) {
            guard let descriptor = try? UnixSocket.connect(to: path) else { return nil }
            self.descriptor = descriptor
            UnixSocket.limit(descriptor, SO_RCVTIMEO, patience)
            guard let line = nextLine(), let ready = try? JSONParser.parse(line),
                ready["type"]?.stringValue == "transom.control.ready", let source = ready["source"]?.stringValue
            else { return nil }
            let parts = source.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 4 else { return nil }
            host = String(parts[2]).removingPercentEncoding ?? String(parts[2])
        }

        deinit { close(descriptor) }

        func ask(_ request: CommandRequest, within limit: Duration?) -> Answer {
            var request = request
            request.id = "ctl"
            UnixSocket.limit(descriptor, SO_RCVTIMEO, limit ?? .zero)
            guard UnixSocket.send(Array(JSONText.encode(request.json).utf8) + [0x0A], to: descriptor) else {
                return .failed("the host is gone")
            }
            while let line = nextLine() {
                // A picture is longer than what the gate's reader takes.
                guard let answer = try? JSONDecoder().decode(JSONValue.self, from: Data(line.utf8)),
                    answer["replyto"]?.stringValue == "ctl"
                else { continue }
                switch answer["type"]?.stringValue {
                case "transom.control.result": return .result(answer["data"]?["result"] ?? [:])
                case "transom.control.error": return .failed(answer["data"]?["message"]?.stringValue ?? "it failed")
                default: continue
                }
            }
            return .failed(errno == EAGAIN ? "the host does not answer" : "the host ended before it answered")
        }

        /// The next line; nil at the end of the connection or of the time.
        private func nextLine() -> String? {
            // What was looked at once is not looked at again: a picture is megabytes without an end of a line.
            var seen = 0
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                if let end = bytes[seen...].firstIndex(of: 0x0A) {
                    defer { bytes.removeSubrange(...end) }
                    return String(decoding: bytes[..<end], as: UTF8.self)
                }
                seen = bytes.count
                let count = read(descriptor, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else {
                    if count == 0 { errno = 0 }
                    return nil
                }
                bytes += buffer.prefix(count)
            }
        }
    }
}
