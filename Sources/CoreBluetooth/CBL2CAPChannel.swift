// A channel beside the attributes.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The number of an L2CAP channel.
public typealias CBL2CAPPSM = UInt16

/// A channel beside the attributes.
///
/// BlueZ offers none over D-Bus, so that `openL2CAPChannel` always ends with an error, and none is ever made.
@preconcurrency @MainActor
open class CBL2CAPChannel: NSObject {
    /// The device at the other end.
    public let peer: CBPeer
    /// What comes in.
    public let inputStream: InputStream
    /// What goes out.
    public let outputStream: OutputStream
    /// The channel's number.
    public let psm: CBL2CAPPSM

    init(peer: CBPeer, inputStream: InputStream, outputStream: OutputStream, psm: CBL2CAPPSM) {
        self.peer = peer
        self.inputStream = inputStream
        self.outputStream = outputStream
        self.psm = psm
        super.init()
    }
}
