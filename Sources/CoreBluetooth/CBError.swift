// Errors of the link and of the central.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The domain of `CBError`.
public let CBErrorDomain = "CBErrorDomain"

/// Why something with a central or a peripheral failed, with Apple's codes.
public struct CBError: Error, CustomNSError, LocalizedError, Equatable, Hashable, Sendable {
    /// What went wrong; the numbers are Apple's.
    public enum Code: Int, Sendable {
        /// Something that has no code of its own.
        case unknown = 0
        /// A parameter is invalid.
        case invalidParameters = 1
        /// The attribute is of an earlier connection, or is gone.
        case invalidHandle = 2
        /// The peripheral is not connected.
        case notConnected = 3
        /// There is no room left.
        case outOfSpace = 4
        /// It was cancelled.
        case operationCancelled = 5
        /// It took too long.
        case connectionTimeout = 6
        /// The peripheral has disconnected.
        case peripheralDisconnected = 7
        /// The UUID is not allowed.
        case uuidNotAllowed = 8
        /// The peripheral role advertises already.
        case alreadyAdvertising = 9
        /// The connection could not be made.
        case connectionFailed = 10
        /// There are as many connections as the adapter can have.
        case connectionLimitReached = 11
        /// The device is not known.
        case unknownDevice = 12
        /// The operation is not supported.
        case operationNotSupported = 13
        /// The peripheral has forgotten the pairing.
        case peerRemovedPairingInformation = 14
        /// Encryption took too long.
        case encryptionTimedOut = 15
        /// Too many devices are paired.
        case tooManyLEPairedDevices = 16
    }

    /// What went wrong.
    public let code: Code
    private let detail: String?

    /// Makes an error.
    public init(_ code: Code) {
        self.init(code, detail: nil)
    }

    /// Makes an error that tells what BlueZ said.
    init(_ code: Code, detail: String?) {
        self.code = code
        self.detail = detail
    }

    /// Equal when the codes are.
    public static func == (left: CBError, right: CBError) -> Bool { left.code == right.code }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    /// `CBErrorDomain`.
    public static var errorDomain: String { CBErrorDomain }

    /// The number of `code`.
    public var errorCode: Int { code.rawValue }

    /// The sentence under Foundation's key.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: errorDescription ?? ""] }

    /// One sentence, and what BlueZ said where it said something.
    public var errorDescription: String? {
        let sentence =
            switch code {
            case .unknown: "Something failed that has no code of its own."
            case .invalidParameters: "A parameter is invalid."
            case .invalidHandle: "The attribute is of an earlier connection, or the peripheral has it no longer."
            case .notConnected: "The peripheral is not connected."
            case .outOfSpace: "There is no room left."
            case .operationCancelled: "The operation was cancelled."
            case .connectionTimeout: "The peripheral did not answer in time."
            case .peripheralDisconnected: "The peripheral has disconnected."
            case .uuidNotAllowed: "The UUID is not allowed."
            case .alreadyAdvertising: "The device advertises already."
            case .connectionFailed: "The connection could not be made."
            case .connectionLimitReached: "There are as many connections as the adapter can have."
            case .unknownDevice: "The device is not known."
            case .operationNotSupported: "The operation is not supported."
            case .peerRemovedPairingInformation: "The peripheral has forgotten the pairing."
            case .encryptionTimedOut: "Encrypting the connection took too long."
            case .tooManyLEPairedDevices: "Too many devices are paired."
            }
        guard let detail, !detail.isEmpty else { return sentence }
        return sentence.dropLast() + ": " + detail
    }
}
