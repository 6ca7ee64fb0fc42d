// Queues events for one sink and writes them off the caller's thread.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// Queues events for one sink and writes them off the caller's thread, in order.
///
/// The caller never waits for the sink. Whatever gathers while the sink is busy is handed over in one batch; the queue is
/// bounded by ``Limits/eventQueueBytes``, which is hours of a busy page.
final class SinkQueue: Sendable {
    private struct State {
        var pending: [Event] = []
        var bytes = 0
        var isScheduled = false
        var isClosed = false
        var isFailing = false
        var lost = 0
        var missed = 0
    }

    let sink: any EventSink
    private let queue: DispatchQueue
    private let limit: Int
    private let onFault: @Sendable (EventSinkFault) -> Void
    private let state = Mutex(State())

    init(_ sink: any EventSink, limit: Int, onFault: @escaping @Sendable (EventSinkFault) -> Void) {
        self.sink = sink
        self.limit = limit
        self.onFault = onFault
        queue = DispatchQueue(label: "transom.events.\(sink.name)")
    }

    /// Queues one event; returns at once.
    ///
    /// - Parameters:
    ///   - event: the event.
    ///   - size: its length in bytes, for the bound.
    func add(_ event: Event, size: Int) {
        let (schedules, fault) = state.withLock { state -> (Bool, EventSinkFault?) in
            guard !state.isClosed else { return (false, nil) }
            guard state.bytes + size <= limit else {
                state.lost += 1
                return (false, state.lost == 1 ? .overflowed(sink: sink.name, lost: 1) : nil)
            }
            state.pending.append(event)
            state.bytes += size
            defer { state.isScheduled = true }
            return (!state.isScheduled, nil)
        }
        if let fault { onFault(fault) }
        if schedules { queue.async { self.drain() } }
    }

    /// Whether the sink took what it was offered last.
    var isTaking: Bool { state.withLock { !$0.isClosed && !$0.isFailing } }
    /// Whether the sink's reader is still there.
    var isOpen: Bool { state.withLock { !$0.isClosed } }

    /// Calls back when everything that is queued now has been offered to the sink.
    func whenDrained(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }

    /// Closes the sink after what is queued.
    func close() {
        let wasClosed = state.withLock { state in
            defer { state.isClosed = true }
            return state.isClosed
        }
        guard !wasClosed else { return }
        queue.async { self.sink.close() }
    }

    private func drain() {
        while true {
            let (batch, lost) = state.withLock { state -> ([Event], Int) in
                let batch = state.pending
                state.pending = []
                state.bytes = 0
                if batch.isEmpty { state.isScheduled = false }
                defer { state.lost = 0 }
                return (batch, state.lost)
            }
            if lost > 1 { onFault(.overflowed(sink: sink.name, lost: lost)) }
            if batch.isEmpty { return }
            do throws(EventSinkFault) {
                try sink.write(batch)
                let missed = state.withLock { state in
                    defer { (state.isFailing, state.missed) = (false, 0) }
                    return state.missed
                }
                if missed > 0 { onFault(.recovered(sink: sink.name, lost: missed)) }
            } catch {
                state.withLock { $0.missed += batch.count }
                report(error)
            }
        }
    }

    /// Reports the first fault of a row of them, and ends the sink where its reader has gone.
    private func report(_ fault: EventSinkFault) {
        let (tells, closes) = state.withLock { state -> (Bool, Bool) in
            let wasFailing = state.isFailing
            state.isFailing = true
            guard fault.isClosed, !state.isClosed else { return (!wasFailing, false) }
            state.isClosed = true
            state.pending = []
            state.bytes = 0
            return (true, true)
        }
        if closes { sink.close() }
        if tells { onFault(fault) }
    }
}
