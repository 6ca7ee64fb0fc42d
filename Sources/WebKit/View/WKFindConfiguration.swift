// How a page is searched.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// How a page is searched.
@preconcurrency @MainActor
open class WKFindConfiguration: NSObject, NSCopying {
    /// Whether the search goes towards the beginning.
    open var backwards = false
    /// Whether capital letters are different ones.
    open var caseSensitive = false
    /// Whether the search goes on at the other end.
    open var wraps = true

    /// A search forwards, whatever the case, that goes on at the beginning.
    public override init() {
        super.init()
    }

    /// A copy.
    public nonisolated func copy(with zone: NSZone? = nil) -> Any {
        nonisolated(unsafe) var result: Any = self
        // Settings are only touched on the main thread, as on iOS, and the copy is the caller's alone.
        MainActor.assumeIsolated {
            let copy = WKFindConfiguration()
            copy.backwards = backwards
            copy.caseSensitive = caseSensitive
            copy.wraps = wraps
            result = copy
        }
        return result
    }
}
