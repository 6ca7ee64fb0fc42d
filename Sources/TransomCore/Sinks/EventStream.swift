// Makes events and hands them out, in one order for everybody.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Makes events and hands them out, in one order for everybody: what the host calls to tell anything.
///
/// Numbering and queueing happen under one lock, so that no sink ever sees a later number first. Callable from any thread.
public final class EventStream: Sendable {
    /// Makes the events.
    public let factory: EventFactory
    /// Takes them to the sinks.
    public let dispatcher: EventDispatcher
    private let order = Mutex(())

    /// Makes a stream.
    public init(factory: EventFactory, dispatcher: EventDispatcher) {
        self.factory = factory
        self.dispatcher = dispatcher
    }

    /// Makes an event and queues it; returns at once.
    ///
    /// - Parameters:
    ///   - draft: what it says.
    ///   - speaker: the document that spoke, or nothing.
    ///   - replyto: the id of the command that it answers, or nothing.
    /// - Returns: the event as every sink will see it.
    @discardableResult
    public func emit(_ draft: EventDraft, speaker: Speaker? = nil, replyto: String? = nil) -> Event {
        order.withLock { _ in
            let event = factory.event(draft, speaker: speaker, replyto: replyto)
            dispatcher.dispatch(event)
            return event
        }
    }
}
