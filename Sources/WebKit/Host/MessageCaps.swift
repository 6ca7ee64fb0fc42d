// What the documents of a view may post to one handler.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What one document may post to one handler: what is beyond it is counted in the page and not sent.
///
/// The host checks again. These limits save it the work that a page can make, and need be no stricter than its own.
package struct MessageCaps: Equatable, Sendable {
    /// The longest body, as JSON, in bytes; a text's characters are counted.
    package let length: Int
    /// How deep arrays and objects may be nested; 0 lets none through.
    package let depth: Int
    /// Members that one object may have.
    package let keys: Int
    /// Messages a second that may be kept up.
    package let rate: Int
    /// Messages that may come at once.
    package let burst: Int

    /// More than any page posts.
    static let none = MessageCaps(length: 1 << 30, depth: 1_000, keys: 1 << 30, rate: 1_000_000, burst: 1_000_000_000)

    /// Describes a handler's limits.
    package init(length: Int, depth: Int, keys: Int, rate: Int, burst: Int) {
        self.length = length
        self.depth = depth
        self.keys = keys
        self.rate = rate
        self.burst = burst
    }

    /// The text that the stamp reads: an array of pairs of a name and five numbers.
    static func text(_ all: [String: MessageCaps]) -> String {
        let pairs = all.sorted { $0.key < $1.key }.map { name, caps in
            [name, [caps.length, caps.depth, caps.keys, caps.rate, caps.burst]] as [Any]
        }
        let data = try? JSONSerialization.data(withJSONObject: pairs)
        return data.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
