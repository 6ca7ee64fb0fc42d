// What came of a sheet.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// The one answer that whoever opened a sheet gets.
nonisolated enum SheetAnswer: Sendable, Equatable {
    /// The errand is done, with what the vendor's page says about it: a claim, which the vendor's server confirms.
    case completed(JSONValue)
    /// It was closed, or put away, before that.
    case closed
    /// It could not be opened, or its page failed.
    case failed(reason: String)
    /// The time of the vendor's request was over.
    case expired

    /// The answer as a page gets it.
    var json: JSONValue {
        switch self {
        case .completed(let data): ["outcome": "completed", "data": data]
        case .closed: ["outcome": "closed"]
        case .failed(let reason): ["outcome": "failed", "reason": .string(reason)]
        case .expired: ["outcome": "expired"]
        }
    }
}
