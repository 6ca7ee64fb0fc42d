// Messages that a page did not send because they were beyond its limits.
// SPDX-License-Identifier: Apache-2.0

/// Messages that a document was refused in the page, since the last time that it was told.
@MainActor
package struct RefusedMessages {
    /// Why a message was refused; the words are the stamp's.
    package enum Reason: String {
        case size, depth, keys, rate, kind
    }

    /// The most that is believed at once; a web process may have been taken over.
    private static let most: UInt64 = 1_000_000_000

    /// The handler's name.
    package let handler: String
    /// Why.
    package let reason: Reason
    /// How many.
    package let count: Int
    /// Who posted.
    package let frame: WKFrameInfo

    init?(handler: String, reason: String, count: UInt64, frame: WKFrameInfo) {
        guard let reason = Reason(rawValue: reason), count > 0 else { return nil }
        self.handler = handler
        self.reason = reason
        self.count = Int(min(count, Self.most))
        self.frame = frame
    }
}
