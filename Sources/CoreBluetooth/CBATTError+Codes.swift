// The codes of `CBATTError` where Swift's importer puts them on iOS.
// SPDX-License-Identifier: Apache-2.0

extension CBATTError {
    /// It was done.
    public static var success: Code { .success }
    /// There is no such handle.
    public static var invalidHandle: Code { .invalidHandle }
    /// It cannot be read.
    public static var readNotPermitted: Code { .readNotPermitted }
    /// It cannot be written.
    public static var writeNotPermitted: Code { .writeNotPermitted }
    /// The request was malformed.
    public static var invalidPdu: Code { .invalidPdu }
    /// It needs pairing.
    public static var insufficientAuthentication: Code { .insufficientAuthentication }
    /// The request is not supported.
    public static var requestNotSupported: Code { .requestNotSupported }
    /// The offset lies outside the value.
    public static var invalidOffset: Code { .invalidOffset }
    /// It is not allowed.
    public static var insufficientAuthorization: Code { .insufficientAuthorization }
    /// Too many prepared writes wait.
    public static var prepareQueueFull: Code { .prepareQueueFull }
    /// There is no such attribute.
    public static var attributeNotFound: Code { .attributeNotFound }
    /// The attribute has no long form.
    public static var attributeNotLong: Code { .attributeNotLong }
    /// The encryption key is too short.
    public static var insufficientEncryptionKeySize: Code { .insufficientEncryptionKeySize }
    /// The value has a length that is not right.
    public static var invalidAttributeValueLength: Code { .invalidAttributeValueLength }
    /// Something unlikely went wrong.
    public static var unlikelyError: Code { .unlikelyError }
    /// It needs encryption.
    public static var insufficientEncryption: Code { .insufficientEncryption }
    /// The group type is not supported.
    public static var unsupportedGroupType: Code { .unsupportedGroupType }
    /// The peripheral has too little memory.
    public static var insufficientResources: Code { .insufficientResources }
}
