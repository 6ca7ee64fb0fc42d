// What a caller gets instead of an answer.
// SPDX-License-Identifier: Apache-2.0

/// What a caller gets instead of an answer, in the shape that the vendors' own handlers answer a failure with.
enum BridgeFailure: String {
    /// There is no handler of that name.
    case unknownHandler = "unknown_handler"
    /// The handler let go of its callback without an answer.
    case noAnswer = "no_answer"
    /// The answer is nothing that JSON can hold.
    case notJSON = "not_json"
    /// The page that was asked is gone.
    case pageGone = "page_gone"
    /// The bridge was reset.
    case reset
    /// Too much waits for a page that never asked for the bridge.
    case tooManyWaiting = "too_many_waiting"

    /// The answer.
    func answer(_ error: String) -> [String: Any] {
        ["success": false, "code": rawValue, "error": error]
    }
}
