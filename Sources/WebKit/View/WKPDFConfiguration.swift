// What a PDF of a page shows.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What a PDF of a page shows.
@preconcurrency @MainActor
open class WKPDFConfiguration: NSObject, NSCopying {
    /// The size of the paper; nil is the size of the page.
    ///
    /// Its origin has no effect: the engine prints from the beginning of the page.
    open var rect: CGRect?
    /// Kept and not acted on: the engine prints on white paper.
    open var allowTransparentBackground = false

    /// All of the page.
    public override init() {
        super.init()
    }

    /// A copy.
    public nonisolated func copy(with zone: NSZone? = nil) -> Any {
        nonisolated(unsafe) var result: Any = self
        // Settings are only touched on the main thread, as on iOS, and the copy is the caller's alone.
        MainActor.assumeIsolated {
            let copy = WKPDFConfiguration()
            copy.rect = rect
            copy.allowTransparentBackground = allowTransparentBackground
            result = copy
        }
        return result
    }
}
