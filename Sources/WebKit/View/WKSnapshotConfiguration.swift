// What a picture of a page shows.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What a picture of a page shows.
@preconcurrency @MainActor
open class WKSnapshotConfiguration: NSObject, NSCopying {
    /// The part of the view in points; the null rectangle, and an empty one, is all of it.
    open var rect = CGRect.null
    /// The width of the picture in points; nil is that of the part.
    open var snapshotWidth: NSNumber?
    /// Whether changes that are on their way are waited for.
    open var afterScreenUpdates = true

    /// All of the view, in its size.
    public override init() {
        super.init()
    }

    /// A copy.
    public nonisolated func copy(with zone: NSZone? = nil) -> Any {
        nonisolated(unsafe) var result: Any = self
        // Settings are only touched on the main thread, as on iOS, and the copy is the caller's alone.
        MainActor.assumeIsolated {
            let copy = WKSnapshotConfiguration()
            copy.rect = rect
            copy.snapshotWidth = snapshotWidth
            copy.afterScreenUpdates = afterScreenUpdates
            result = copy
        }
        return result
    }
}
