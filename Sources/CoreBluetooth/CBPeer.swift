// A device at the other end.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A device at the other end.
@preconcurrency @MainActor
open class CBPeer: NSObject {
    /// Names the device for this adapter, the same in every run.
    public nonisolated let identifier: UUID

    init(identifier: UUID) {
        self.identifier = identifier
        super.init()
    }
}
