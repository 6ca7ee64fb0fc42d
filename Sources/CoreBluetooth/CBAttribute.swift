// What services, characteristics and descriptors have in common.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import TransomDBus

/// What services, characteristics and descriptors have in common.
@preconcurrency @MainActor
open class CBAttribute: NSObject {
    /// What the attribute is.
    public nonisolated let uuid: CBUUID
    /// BlueZ's object.
    let path: ObjectPath

    init(uuid: CBUUID, path: ObjectPath) {
        self.uuid = uuid
        self.path = path
        super.init()
    }
}
