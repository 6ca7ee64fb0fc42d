// Keeps the host's messages until the page listens.
// SPDX-License-Identifier: Apache-2.0

/// Keeps the host's messages to one page in their order until the page listens.
///
/// A value without a clock or a view: whoever owns it posts what the calls return. It lives on the view's thread.
public struct OutgoingQueue: Sendable {
    /// How many messages may wait.
    public static let capacity = 64

    private let readyEvent: String?
    private var isReady: Bool
    private var waiting: [OutgoingMessage] = []

    /// A queue for a channel; a page that always listens is ready from the start.
    public init(_ channel: OutgoingChannel) {
        readyEvent = channel.readyEvent
        isReady = channel.readyEvent == nil
    }

    /// How many messages wait.
    public var count: Int { waiting.count }

    /// Takes a message.
    ///
    /// - Returns: what to post now: the message, or nothing while the page is not ready.
    /// - Throws: that too many wait.
    public mutating func send(_ message: OutgoingMessage) throws(OutgoingProblem) -> [OutgoingMessage] {
        if isReady { return [message] }
        guard waiting.count < Self.capacity else { throw .queueFull(capacity: Self.capacity) }
        waiting.append(message)
        return []
    }

    /// Looks at an event of the page's.
    ///
    /// - Parameter type: the event's type.
    /// - Returns: what to post now, in order: all that waited, if the event says that the page listens.
    public mutating func told(_ type: String) -> [OutgoingMessage] {
        guard let readyEvent, type == readyEvent else { return [] }
        isReady = true
        defer { waiting = [] }
        return waiting
    }

    /// A new document replaces the one that listened: messages wait again, and what waited goes on waiting.
    public mutating func documentChanged() {
        isReady = readyEvent == nil
    }
}
