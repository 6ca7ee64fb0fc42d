// How a peripheral is connected.
// SPDX-License-Identifier: Apache-2.0

/// How a peripheral is connected; the numbers are Apple's.
public enum CBPeripheralState: Int, Sendable {
    /// There is no connection.
    case disconnected = 0
    /// A connection is being made.
    case connecting = 1
    /// There is a connection.
    case connected = 2
    /// The connection is being given up.
    case disconnecting = 3
}
