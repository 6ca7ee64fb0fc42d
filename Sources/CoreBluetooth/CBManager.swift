// What managers of every role have in common.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What managers of every role have in common: their state.
@preconcurrency @MainActor
open class CBManager: NSObject {
    /// What the manager can do at the moment.
    open internal(set) var state = CBManagerState.unknown

    /// Whether the user lets the app use Bluetooth; there is no such question here.
    ///
    /// A bus that refuses is `CBManagerState.unauthorized`.
    open class var authorization: CBManagerAuthorization { .allowedAlways }

    /// What a role's own initialiser calls.
    init(role: Void) {
        super.init()
    }
}
