// What a search found.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What a search in a page found.
@preconcurrency @MainActor
open class WKFindResult: NSObject {
    /// Whether the text is there; it is selected then.
    public let matchFound: Bool

    init(matchFound: Bool) {
        self.matchFound = matchFound
        super.init()
    }
}
