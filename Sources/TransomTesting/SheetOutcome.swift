// What came of a sheet.
// SPDX-License-Identifier: Apache-2.0

public import TransomCore

/// What came of an integration that was opened over a home page: its one answer.
public enum SheetOutcome: Sendable, Equatable {
    /// The vendor's page said that it is done, with its data.
    case completed(JSONValue)
    /// The customer, the page or the host closed it before that.
    case closed
    /// It could not be shown, or its page failed.
    case failed(reason: String)
    /// What it was opened for was no longer to be had.
    case expired

    /// Reads the answer; nil where it is none.
    init?(_ answer: JSONValue) {
        switch answer["outcome"]?.stringValue {
        case "completed": self = .completed(answer["data"] ?? .null)
        case "closed": self = .closed
        case "failed": self = .failed(reason: answer["reason"]?.stringValue ?? "")
        case "expired": self = .expired
        default: return nil
        }
    }
}
