// What a manager can do at the moment.
// SPDX-License-Identifier: Apache-2.0

/// What a manager can do at the moment; the numbers are Apple's.
public enum CBManagerState: Int, Sendable {
    /// Not known yet: the first `centralManagerDidUpdateState` is still to come.
    case unknown = 0
    /// The Bluetooth service went away; a moment later it is back, or the state is `unsupported`.
    case resetting = 1
    /// There is no bus, no Bluetooth service or no adapter.
    case unsupported = 2
    /// The bus lets this user not talk to the Bluetooth service.
    case unauthorized = 3
    /// There is an adapter, and it is off.
    case poweredOff = 4
    /// Everything can be used.
    case poweredOn = 5
}
