// Kept for source compatibility.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A pool of web content processes.
///
/// It has no effect, as on iOS since version 15: the data store decides what is shared.
@preconcurrency @MainActor
open class WKProcessPool: NSObject {
    /// Makes a pool.
    public override init() {
        super.init()
    }
}
