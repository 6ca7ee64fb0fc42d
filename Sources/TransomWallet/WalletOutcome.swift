// What came of something that the page asked for.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// What came of something that the page asked for: the answer that the page gets, and what an event says of it.
struct WalletOutcome {
    /// What the page's callback is called with.
    let answer: Any?
    /// The event's data.
    let event: [String: JSONValue]

    /// It was done.
    static func done(_ answer: Any? = ["success": true], _ outcome: String = "ok", count: Int? = nil) -> WalletOutcome {
        var event: [String: JSONValue] = ["outcome": .string(outcome)]
        if let count { event["count"] = .integer(Int64(count)) }
        return WalletOutcome(answer: answer, event: event)
    }

    /// It could not be done.
    static func failed(_ fault: WalletFault, answer: Any? = nil, outcome: String = "failed") -> WalletOutcome {
        WalletOutcome(
            answer: answer ?? fault.answer, event: ["outcome": .string(outcome), "code": .string(fault.code)])
    }
}
