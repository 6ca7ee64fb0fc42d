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
    private let integration: String?
    private let order: Order

    /// The lock that streams of one sequence share.
    private final class Order: Sendable {
        let mutex = Mutex<[@Sendable (Event) -> Void]>([])
    }

    /// Makes a stream.
    public init(factory: EventFactory, dispatcher: EventDispatcher) {
        self.factory = factory
        self.dispatcher = dispatcher
        integration = nil
        order = Order()
    }

    private init(_ stream: EventStream, integration: String) {
        factory = stream.factory
        dispatcher = stream.dispatcher
        self.integration = integration
        order = stream.order
    }

    /// The same stream, with the same sequence and sinks, for events whose source is another integration.
    ///
    /// - Parameter integration: the name of an integration that is opened over the run's own.
    public func scoped(to integration: String) -> EventStream { EventStream(self, integration: integration) }

    /// Has a function see every later event, in order.
    ///
    /// For those who drive the host; it does not count among the sinks that a run needs.
    ///
    /// - Parameter body: Called on whichever thread tells the event; it returns at once and tells nothing itself.
    public func observe(_ body: @escaping @Sendable (Event) -> Void) {
        order.mutex.withLock { $0.append(body) }
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
        order.mutex.withLock { observers in
            let event = factory.event(draft, speaker: speaker, replyto: replyto, integration: integration)
            dispatcher.dispatch(event)
            for observe in observers { observe(event) }
            return event
        }
    }
}
