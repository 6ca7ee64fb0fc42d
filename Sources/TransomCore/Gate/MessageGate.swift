// Decides which messages of a page reach the integration.
// SPDX-License-Identifier: Apache-2.0

/// Decides which messages of a page reach the integration: who spoke, how often, how much, of which kind.
///
/// The checks run in an order that makes the cheap ones protect the dear ones: handler, stamp, origin, frame, rate, then
/// the body. A refused message has no effect but to be counted; nothing of its body is kept or reported. One gate serves
/// one view and lives on the view's thread.
public struct MessageGate: Sendable {
    private let clock: any HostClock
    private let handlers: [String: HandlerDeclaration]
    private let standard: ChannelLimits
    private var buckets: [String: TokenBucket] = [:]
    private var ledger: RejectionLedger

    /// Makes a gate for the handlers of an integration.
    ///
    /// - Parameters:
    ///   - handlers: what the integration declares; of two with one name the first counts.
    ///   - limits: for handlers that declare none of their own, and for the window and number of reports.
    ///   - clock: for rates and windows.
    public init(handlers: [HandlerDeclaration], limits: Limits = .standard, clock: any HostClock) {
        self.clock = clock
        self.handlers = Dictionary(handlers.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        standard = limits.channel
        ledger = RejectionLedger(window: limits.rejectionWindow, kinds: limits.rejectionKinds)
    }

    /// Judges one message.
    ///
    /// - Parameter input: the message as it came from the engine.
    /// - Returns: the decision, and the event that tells of a refusal where it is the first of its kind in a window.
    public mutating func admit(_ input: GatedInput) -> (decision: GateDecision, report: EventDraft?) {
        do throws(Refusal) {
            return (.accepted(try judge(input)), nil)
        } catch {
            return (.refused(error.reason), refuse(handler: input.handler, speaker: input.speaker, error.reason))
        }
    }

    /// Counts a message that the integration's decoding rejected, so that it is reported as the gate's own refusals are.
    ///
    /// - Parameters:
    ///   - message: the message that passed the gate.
    ///   - reason: what the integration said.
    /// - Returns: the event that tells of it where it is the first of its kind in a window.
    public mutating func reject(_ message: GatedMessage, _ reason: RejectionReason) -> EventDraft? {
        refuse(handler: message.handler, speaker: message.speaker, reason)
    }

    /// Counts messages that were refused within the page, before they were sent.
    ///
    /// - Parameters:
    ///   - handler: the handler's name; one that is not declared counts nothing.
    ///   - speaker: who posted.
    ///   - reason: why.
    ///   - amount: how many; from 1.
    /// - Returns: the event that tells of them where they are the first of their kind in a window.
    public mutating func count(
        refusedInPage handler: String, speaker: Speaker, reason: RejectionReason, amount: Int
    ) -> EventDraft? {
        guard handlers[handler] != nil, amount > 0 else { return nil }
        return ledger.count(
            handler: handler, speaker: speaker, reason: reason, amount: amount, at: clock.monotonic)
    }

    /// The monotonic time at which ``takeReports()`` has something to give, or nothing; arm one time-out for it.
    public var reportsDue: Duration? { ledger.due }

    /// The events that tell of refusals counted since the first of their kind; empty where none is due yet.
    public mutating func takeReports() -> [EventDraft] { ledger.reports(at: clock.monotonic) }

    /// All refusals that are not yet reported, due or not: for the end of a session.
    public mutating func finish() -> [EventDraft] { ledger.finish() }

    /// Why the message in hand does not pass.
    private struct Refusal: Error { let reason: RejectionReason }

    private mutating func judge(_ input: GatedInput) throws(Refusal) -> GatedMessage {
        guard let handler = handlers[input.handler] else { throw Refusal(reason: .handler) }
        guard input.isStamped else { throw Refusal(reason: .unstamped) }
        guard let origin = input.speaker.origin, handler.origins.contains(origin) else {
            throw Refusal(reason: .origin)
        }
        guard input.speaker.isMainFrame || !handler.mainFrameOnly else { throw Refusal(reason: .frame) }
        let limits = handler.limits ?? standard
        let full = TokenBucket(count: limits.rate, in: .seconds(1), burst: limits.burst)
        guard buckets[handler.name, default: full].take(at: clock.monotonic) else { throw Refusal(reason: .rate) }
        do throws(JSONFault) {
            let body = try JSONValue(body: input.body, limits: limits)
            return GatedMessage(
                handler: handler.name, speaker: input.speaker, body: try Self.fit(body, to: handler, limits),
                documentURL: input.documentURL)
        } catch {
            throw Refusal(reason: error.reason)
        }
    }

    /// The body as the handler takes it.
    private static func fit(
        _ body: JSONValue, to handler: HandlerDeclaration, _ limits: ChannelLimits
    ) throws(JSONFault) -> JSONValue {
        switch (handler.form, body) {
        case (.object, .object), (.textOrObject, .object), (.any, .object): return body
        case (.text, .string(let text)), (.textOrObject, .string(let text)), (.any, .string(let text)):
            guard handler.parsesText else { return body }
            let parsed = try JSONParser.parse(text, limits: limits)
            guard case .object = parsed else { throw .notObject }
            return parsed
        case (.text, _): throw .notText
        case (.object, _), (.textOrObject, _): throw .notObject
        case (.any, _): return body
        }
    }

    private mutating func refuse(handler: String, speaker: Speaker, _ reason: RejectionReason) -> EventDraft? {
        ledger.count(handler: handler, speaker: speaker, reason: reason, at: clock.monotonic)
    }
}
