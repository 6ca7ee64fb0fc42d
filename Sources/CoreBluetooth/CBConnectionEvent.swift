// A connection that somebody else made or ended.
// SPDX-License-Identifier: Apache-2.0

/// What happened to a connection; the numbers are Apple's.
public enum CBConnectionEvent: Int, Sendable {
    /// The peripheral disconnected.
    case peerDisconnected = 0
    /// The peripheral connected.
    case peerConnected = 1
}
