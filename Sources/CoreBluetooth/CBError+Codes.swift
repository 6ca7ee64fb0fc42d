// The codes of `CBError` where Swift's importer puts them on iOS.
// SPDX-License-Identifier: Apache-2.0

extension CBError {
    /// Something that has no code of its own.
    public static var unknown: Code { .unknown }
    /// A parameter is invalid.
    public static var invalidParameters: Code { .invalidParameters }
    /// The attribute is of an earlier connection, or is gone.
    public static var invalidHandle: Code { .invalidHandle }
    /// The peripheral is not connected.
    public static var notConnected: Code { .notConnected }
    /// There is no room left.
    public static var outOfSpace: Code { .outOfSpace }
    /// It was cancelled.
    public static var operationCancelled: Code { .operationCancelled }
    /// It took too long.
    public static var connectionTimeout: Code { .connectionTimeout }
    /// The peripheral has disconnected.
    public static var peripheralDisconnected: Code { .peripheralDisconnected }
    /// The UUID is not allowed.
    public static var uuidNotAllowed: Code { .uuidNotAllowed }
    /// The peripheral role advertises already.
    public static var alreadyAdvertising: Code { .alreadyAdvertising }
    /// The connection could not be made.
    public static var connectionFailed: Code { .connectionFailed }
    /// There are as many connections as the adapter can have.
    public static var connectionLimitReached: Code { .connectionLimitReached }
    /// The device is not known.
    public static var unknownDevice: Code { .unknownDevice }
    /// The operation is not supported.
    public static var operationNotSupported: Code { .operationNotSupported }
    /// The peripheral has forgotten the pairing.
    public static var peerRemovedPairingInformation: Code { .peerRemovedPairingInformation }
    /// Encryption took too long.
    public static var encryptionTimedOut: Code { .encryptionTimedOut }
    /// Too many devices are paired.
    public static var tooManyLEPairedDevices: Code { .tooManyLEPairedDevices }
}
