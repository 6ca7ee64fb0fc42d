// Hands each event to every sink without waiting for any of them.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// Hands each event to every sink without waiting for any of them.
///
/// Each sink has a queue of its own, so that one that stands still delays no other. Callable from any thread.
public final class EventDispatcher: Sendable {
    private let queues: [SinkQueue]

    /// Makes a dispatcher.
    ///
    /// - Parameters:
    ///   - sinks: where the events go.
    ///   - limits: for the bound of the queues.
    ///   - onFault: called on a thread of a sink when its reader has gone, and at the first of a row of failures. A sink
    ///     whose reader has gone gets nothing more; one that failed is tried again with the next events.
    public init(
        _ sinks: [any EventSink], limits: Limits = .standard, onFault: @escaping @Sendable (EventSinkFault) -> Void
    ) {
        queues = sinks.map { SinkQueue($0, limit: limits.eventQueueBytes, onFault: onFault) }
    }

    /// Queues an event for every sink; returns at once.
    public func dispatch(_ event: Event) {
        let size = event.approximateSize
        for queue in queues { queue.add(event, size: size) }
    }

    /// Waits until every sink has been offered what is queued now, for the end of a run.
    ///
    /// - Parameter deadline: the longest wait; real time, since a sink that stands still is the system's.
    /// - Returns: whether all of them were done in time.
    @discardableResult
    public func flush(deadline: Duration) -> Bool {
        let group = DispatchGroup()
        for queue in queues {
            group.enter()
            queue.whenDrained { group.leave() }
        }
        let parts = deadline.components
        let milliseconds = Int(clamping: parts.seconds * 1_000 + parts.attoseconds / 1_000_000_000_000_000)
        return group.wait(timeout: .now() + .milliseconds(milliseconds)) == .success
    }

    /// Whether any sink took what it was offered last.
    public var reachesSomebody: Bool { queues.contains(where: \.isTaking) }

    /// Whether any sink may take events again: its reader has not gone.
    public var isOpen: Bool { queues.contains(where: \.isOpen) }

    /// Closes the sinks after what is queued.
    ///
    /// What is dispatched later goes nowhere. Returns at once.
    public func close() { for queue in queues { queue.close() } }
}
