// Events to the journal of systemd.
// SPDX-License-Identifier: Apache-2.0

import CTransomSystemd
import Glibc

/// Events to the journal of systemd.
///
/// `MESSAGE` is the event's line, so that `journalctl -o cat` gives back what standard output would have; type, session,
/// integration and sequence are fields of their own to search by. The variadic `sd_journal_send(3)` cannot be called from Swift;
/// `sd_journal_sendv(3)` takes the fields as vectors.
public struct JournalSink: EventSink {
    /// `journal`.
    public let name = "journal"

    /// Where the journal listens.
    static let socketPath = "/run/systemd/journal/socket"

    /// Makes the sink.
    ///
    /// - Throws: that there is no journal here; `sd_journal_sendv` would drop everything without a word.
    public init() throws(EventSinkFault) {
        guard access(Self.socketPath, W_OK) == 0 else {
            throw .unavailable(
                sink: "journal", reason: "no journal listens at \(Self.socketPath); name a file or - instead")
        }
    }

    /// Sends each event as one entry.
    public func write(_ events: [Event]) throws(EventSinkFault) {
        for event in events {
            let code = Self.send(Self.fields(of: event))
            guard code >= 0 else { throw .failed(sink: name, operation: "send", code: -code) }
        }
    }

    /// Does nothing: libsystemd holds the socket.
    public func close() {}

    /// The fields of an entry, each `NAME=value`.
    static func fields(of event: Event) -> [String] {
        let integration = event.source.split(separator: ":").last.map(String.init) ?? ""
        return [
            "MESSAGE=" + event.json, "PRIORITY=6", "SYSLOG_IDENTIFIER=transom", "TRANSOM_TYPE=" + event.type,
            "TRANSOM_SESSION=" + event.subject, "TRANSOM_INTEGRATION=" + integration,
            "TRANSOM_SEQUENCE=" + event.sequenceText,
        ]
    }

    private static func send(_ fields: [String]) -> Int32 {
        let buffers = fields.map { text -> UnsafeMutableRawBufferPointer in
            let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: text.utf8.count, alignment: 1)
            bytes.copyBytes(from: text.utf8)
            return bytes
        }
        defer { for buffer in buffers { buffer.deallocate() } }
        let vectors = buffers.map { iovec(iov_base: $0.baseAddress, iov_len: $0.count) }
        return sd_journal_sendv(vectors, Int32(vectors.count))
    }
}
