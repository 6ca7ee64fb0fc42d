// Counts refused messages and says when to report them.
// SPDX-License-Identifier: Apache-2.0

/// Counts refused messages and says when to report them: the first of a kind at once, then a count once a window.
///
/// A page that floods its handler must not flood the consumers of events. At most ``Limits/rejectionKinds`` kinds are
/// told apart; beyond that a message counts under its handler and reason with the origin `*`.
public struct RejectionLedger: Sendable {
    /// What makes two refusals the same kind.
    private struct Kind: Hashable {
        let handler: String
        let origin: String
        let mainframe: Bool
        let reason: RejectionReason
    }

    private struct Window {
        let order: UInt64
        var end: Duration
        var count = 0
    }

    private let window: Duration
    private let kinds: Int
    private var windows: [Kind: Window] = [:]
    private var opened: UInt64 = 0

    /// Makes an empty ledger.
    ///
    /// - Parameters:
    ///   - window: the time in which one kind is reported once.
    ///   - kinds: how many kinds are told apart at one time.
    public init(window: Duration, kinds: Int) {
        self.window = window
        self.kinds = max(kinds, 1)
    }

    /// Counts one refusal.
    ///
    /// - Parameters:
    ///   - handler: the handler that was posted to.
    ///   - speaker: who posted.
    ///   - reason: why it was refused.
    ///   - amount: how many at once; from 1.
    ///   - now: the monotonic time.
    /// - Returns: the report, where it is the first of its kind in a window; else it is part of a later one.
    public mutating func count(
        handler: String, speaker: Speaker, reason: RejectionReason, amount: Int = 1, at now: Duration
    ) -> EventDraft? {
        var kind = Kind(
            handler: handler, origin: speaker.originText, mainframe: speaker.isMainFrame, reason: reason)
        windows = windows.filter { $0.value.end > now || $0.value.count > 0 }
        if windows[kind] == nil, windows.count >= kinds {
            kind = Kind(handler: handler, origin: "*", mainframe: false, reason: reason)
        }
        if windows[kind] != nil {
            windows[kind]?.count += amount
            return nil
        }
        opened += 1
        windows[kind] = Window(order: opened, end: now + window)
        return Self.report(kind, count: amount)
    }

    /// When the next report is due, or nothing where none is; ask again after each refusal and each report.
    ///
    /// A window in which nothing more came needs no timer: it is dropped when the ledger is next asked.
    public var due: Duration? { windows.values.filter { $0.count > 0 }.map(\.end).min() }

    /// The reports that are due, in the order in which their kinds were first seen.
    ///
    /// - Parameter now: the monotonic time.
    public mutating func reports(at now: Duration) -> [EventDraft] {
        take(reopeningUntil: now + window) { $0.end <= now }
    }

    /// All that was counted and not yet reported, for the end of a session.
    public mutating func finish() -> [EventDraft] { take(reopeningUntil: nil) { _ in true } }

    /// Takes what is ready out of the ledger; a kind that had something to report gets a new window.
    private mutating func take(reopeningUntil end: Duration?, where isReady: (Window) -> Bool) -> [EventDraft] {
        let ready = windows.filter { isReady($0.value) }.sorted { $0.value.order < $1.value.order }
        var drafts: [EventDraft] = []
        for (kind, state) in ready {
            windows[kind] = nil
            guard state.count > 0 else { continue }
            drafts.append(Self.report(kind, count: state.count))
            if let end { windows[kind] = Window(order: state.order, end: end) }
        }
        return drafts
    }

    /// The event that tells of refused messages.
    private static func report(_ kind: Kind, count: Int) -> EventDraft {
        EventDraft(
            "transom.message.rejected",
            [
                "handler": .string(kind.handler), "origin": .string(kind.origin), "mainframe": .bool(kind.mainframe),
                "reason": .string(kind.reason.rawValue), "count": .integer(Int64(count)),
            ])
    }
}
