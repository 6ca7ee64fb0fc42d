// Kept for source compatibility.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A pool of web content processes.
///
/// It has no effect, as on iOS since version 15: the data store decides what is shared.
@preconcurrency @MainActor
open class WKProcessPool: NSObject, @preconcurrency NSSecureCoding {
    /// Makes a pool.
    public override init() {
        super.init()
    }

    /// Nil: there are no archives of pools on Linux.
    public required init?(coder: NSCoder) {
        nil
    }

    /// True, as on iOS.
    public class var supportsSecureCoding: Bool { true }

    /// Writes nothing: there are no archives of pools on Linux.
    open func encode(with coder: NSCoder) {}
}
