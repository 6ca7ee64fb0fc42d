// Errors that the peripheral's attribute server answers with.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The domain of `CBATTError`.
public let CBATTErrorDomain = "CBATTErrorDomain"

/// What a peripheral's attribute server answered instead of doing what was asked.
///
/// The codes are those of the Attribute Protocol; 0x80 to 0x9F are the application's own.
public struct CBATTError: Error, CustomNSError, LocalizedError, Hashable, Sendable {
    /// A code of the Attribute Protocol.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The number, 0 to 255.
        public let rawValue: Int

        /// Takes a number.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// It was done.
        public static let success = Code(rawValue: 0x00)
        /// There is no such handle.
        public static let invalidHandle = Code(rawValue: 0x01)
        /// It cannot be read.
        public static let readNotPermitted = Code(rawValue: 0x02)
        /// It cannot be written.
        public static let writeNotPermitted = Code(rawValue: 0x03)
        /// The request was malformed.
        public static let invalidPdu = Code(rawValue: 0x04)
        /// It needs pairing.
        public static let insufficientAuthentication = Code(rawValue: 0x05)
        /// The request is not supported.
        public static let requestNotSupported = Code(rawValue: 0x06)
        /// The offset lies outside the value.
        public static let invalidOffset = Code(rawValue: 0x07)
        /// It is not allowed.
        public static let insufficientAuthorization = Code(rawValue: 0x08)
        /// Too many prepared writes wait.
        public static let prepareQueueFull = Code(rawValue: 0x09)
        /// There is no such attribute.
        public static let attributeNotFound = Code(rawValue: 0x0a)
        /// The attribute has no long form.
        public static let attributeNotLong = Code(rawValue: 0x0b)
        /// The encryption key is too short.
        public static let insufficientEncryptionKeySize = Code(rawValue: 0x0c)
        /// The value has a length that is not right.
        public static let invalidAttributeValueLength = Code(rawValue: 0x0d)
        /// Something unlikely went wrong.
        public static let unlikelyError = Code(rawValue: 0x0e)
        /// It needs encryption.
        public static let insufficientEncryption = Code(rawValue: 0x0f)
        /// The group type is not supported.
        public static let unsupportedGroupType = Code(rawValue: 0x10)
        /// The peripheral has too little memory.
        public static let insufficientResources = Code(rawValue: 0x11)
    }

    /// What the peripheral answered.
    public let code: Code
    private let detail: String?

    /// Makes an error.
    public init(_ code: Code) {
        self.init(code, detail: nil)
    }

    /// Makes an error that tells more.
    init(_ code: Code, detail: String?) {
        self.code = code
        self.detail = detail
    }

    /// Equal when the codes are.
    public static func == (left: CBATTError, right: CBATTError) -> Bool { left.code == right.code }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    /// `CBATTErrorDomain`.
    public static var errorDomain: String { CBATTErrorDomain }

    /// The number of `code`.
    public var errorCode: Int { code.rawValue }

    /// The sentence under Foundation's key.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: errorDescription ?? ""] }

    /// One sentence, and more where there is more to tell.
    public var errorDescription: String? {
        let sentence =
            switch code {
            case .readNotPermitted: "The peripheral does not permit reading this."
            case .writeNotPermitted: "The peripheral does not permit writing this."
            case .insufficientAuthentication: "The peripheral wants to be paired first."
            case .requestNotSupported: "The peripheral does not support this."
            case .invalidOffset: "The offset lies outside the value."
            case .insufficientAuthorization: "The peripheral does not allow this."
            case .invalidAttributeValueLength: "The value has a length that is not right."
            case .insufficientEncryption: "The peripheral wants an encrypted connection."
            default: "The peripheral answered with ATT error 0x" + String(code.rawValue, radix: 16) + "."
            }
        guard let detail, !detail.isEmpty else { return sentence }
        return sentence.dropLast() + ": " + detail
    }
}
