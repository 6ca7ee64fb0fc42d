// Numbers events, dates them, and takes secrets out.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Numbers events, dates them, and takes secrets out: the one place where events are made.
///
/// A host has one factory, so that its sequence has no gaps. Callable from any thread.
public final class EventFactory: Sendable {
    /// `urn:transom:<host>:<integration>` of the run's own events.
    public let source: String
    private let host: String
    private let clock: any HostClock
    private let redaction: Redaction
    private let state: Mutex<(subject: String, sequence: UInt64)>

    /// Makes a factory that begins at sequence 1 with a new session.
    ///
    /// - Parameters:
    ///   - host: the name of the kiosk or of the machine; characters that a URN does not have are percent-encoded.
    ///   - integration: the integration's name.
    ///   - clock: for the time stamps.
    ///   - redaction: takes secrets out of every string that an event carries.
    public init(host: String, integration: String, clock: any HostClock, redaction: Redaction) {
        self.host = host
        source = Self.source(host: host, integration: integration)
        self.clock = clock
        self.redaction = redaction
        state = Mutex((Self.newSession(), 0))
    }

    /// A factory with the same source and the same secrets, whose events have a sequence and a session of their own: for
    /// answers that go to one program and not to the host's sinks.
    public func separate() -> EventFactory { EventFactory(self) }

    private init(_ other: EventFactory) {
        host = other.host
        source = other.source
        clock = other.clock
        redaction = other.redaction
        state = Mutex((Self.newSession(), 0))
    }

    /// The session that events belong to now.
    public var session: String { state.withLock { $0.subject } }

    /// Begins a new session; the sequence goes on.
    ///
    /// - Returns: the new session's name, a UUID.
    @discardableResult
    public func beginSession() -> String {
        let name = Self.newSession()
        state.withLock { $0.subject = name }
        return name
    }

    /// Makes an event.
    ///
    /// - Parameters:
    ///   - draft: what it says.
    ///   - speaker: the document that spoke, or nothing.
    ///   - replyto: the id of the command that it answers, or nothing.
    ///   - integration: whose event it is; the run's own where it is nothing.
    public func event(
        _ draft: EventDraft, speaker: Speaker? = nil, replyto: String? = nil, integration: String? = nil
    ) -> Event {
        let (subject, sequence) = state.withLock { state in
            state.sequence += 1
            return (state.subject, state.sequence)
        }
        let source = integration.map { Self.source(host: host, integration: $0) } ?? source
        return Event(
            id: subject + "." + String(sequence), source: source, type: redaction.redact(draft.type), time: clock.wall,
            subject: subject, sequence: sequence, origin: speaker?.originText, mainframe: speaker?.isMainFrame,
            replyto: replyto.map(redaction.redact), data: draft.data.mapStrings(redaction.redact))
    }

    private static func source(host: String, integration: String) -> String {
        "urn:transom:" + URLComponent.encode(host) + ":" + URLComponent.encode(integration)
    }

    private static func newSession() -> String { UUID().uuidString.lowercased() }
}
