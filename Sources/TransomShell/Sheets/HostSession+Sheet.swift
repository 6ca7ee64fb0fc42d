// What a session tells of itself where it is a sheet.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import WebKit

extension HostSession {
    /// The event of a sheet's opening; the origin is that of the page that is asked for.
    func opening(of id: String) -> EventDraft {
        EventDraft(
            "transom.sheet.opened",
            ["id": .string(id), "origin": .string(Redaction.origin(of: integration.startURL.reveal()))])
    }

    /// The event of a sheet's closing, whose origin is that of the page that it showed last.
    ///
    /// - Parameters:
    ///   - id: The sheet's.
    ///   - isPutAway: Whether its page put it away, to be opened again.
    func closing(of id: String, isPutAway: Bool = false) -> EventDraft {
        EventDraft(
            "transom.sheet.closed",
            [
                "id": .string(id), "origin": .string(view?.mainFrameOrigin ?? "null"),
                "by": .string(isPutAway ? "page" : closer), "completed": .bool(result != nil),
            ])
    }

    /// What came of the sheet, for whoever opened it.
    var sheetAnswer: SheetAnswer {
        if let result { return .completed(result) }
        if isExpired { return .expired }
        guard let failure, hasFailed else { return .closed }
        return .failed(reason: failure.sentence)
    }

    /// Tells that a sheet that had been put away is opened again.
    func tellOpenedAgain() {
        guard case .sheet(let id) = role else { return }
        isPutAway = false
        // The errand begins anew, and may come out as it did before.
        result = nil
        onceKeys = onceKeys.filter { !$0.hasPrefix("outcome ") }
        tell(opening(of: id))
    }

    /// Tells that a sheet's page put it away, and forgets its result, which is answered by now.
    func tellPutAway() {
        guard case .sheet(let id) = role else { return }
        let closing = closing(of: id, isPutAway: true)
        // Where this event is the awaited one it ends the sheet, whose closing is told by then.
        isPutAway = true
        tell(closing)
        result = nil
    }

    private var closer: String {
        if isClosedByUser { return "user" }
        if isExpired { return "expiry" }
        return ending == .page ? "page" : closedBy
    }
}
