// What tells one document from every other.
// SPDX-License-Identifier: Apache-2.0

/// Tells one document from every other, also from the next one of the same URL.
///
/// It shows nothing of itself: what it is made of is what the document's messages are known by.
package struct DocumentKey: Hashable, CustomStringConvertible, CustomReflectable {
    private let token: String

    init(token: String) { self.token = token }

    package var description: String { "document" }

    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
