// Why a sink did not take events.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Why a sink did not take events.
public enum EventSinkFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// The reader has gone; nothing can be written any more, and nobody needs to be told.
    case closed(sink: String)
    /// The system refused, with that `errno`; later events may fare better.
    case failed(sink: String, operation: String, code: Int32)
    /// What the sink needs is not on this machine.
    case unavailable(sink: String, reason: String)
    /// The sink stood still for so long that its queue is full; so many events did not reach it.
    case overflowed(sink: String, lost: Int)
    /// The sink takes events again; up to so many did not reach it.
    case recovered(sink: String, lost: Int)

    /// The name of the sink.
    public var sink: String {
        switch self {
        case .closed(let sink), .failed(let sink, _, _), .unavailable(let sink, _), .overflowed(let sink, _),
            .recovered(let sink, _):
            sink
        }
    }

    /// Whether the reader has simply gone.
    public var isClosed: Bool {
        if case .closed = self { true } else { false }
    }

    /// The fault in one sentence.
    public var description: String {
        switch self {
        case .closed(let sink): "events to \(sink): the reader has gone"
        case .failed(let sink, let operation, let code):
            "events to \(sink): cannot \(operation): \(String(cString: strerror(code)))"
        case .unavailable(let sink, let reason): "events to \(sink): \(reason)"
        case .overflowed(let sink, let lost): "events to \(sink): it takes nothing, and \(lost) events are lost to it"
        case .recovered(let sink, let lost):
            "events to \(sink): it takes them again; up to \(lost) events are lost to it"
        }
    }
}
