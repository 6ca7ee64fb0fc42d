// Why a message was refused.
// SPDX-License-Identifier: Apache-2.0

/// Why a message was refused, as it stands in `transom.message.rejected`.
///
/// The gate gives the first nine; an integration adds the words of its own contract.
public struct RejectionReason: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The word in the event.
    public let rawValue: String

    /// Takes a word of `[a-z_]`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The word in the event.
    public var description: String { rawValue }

    /// No handler of that name is declared.
    public static let handler = RejectionReason(rawValue: "handler")
    /// The message does not carry the stamp of the web-process extension, so nobody knows who spoke.
    public static let unstamped = RejectionReason(rawValue: "unstamped")
    /// The document's origin is opaque or no rule of the handler names it.
    public static let origin = RejectionReason(rawValue: "origin")
    /// A frame spoke on a handler for the main frame.
    public static let frame = RejectionReason(rawValue: "frame")
    /// More messages than the handler's rate and burst allow.
    public static let rate = RejectionReason(rawValue: "rate")
    /// The body is of a kind that JSON does not have: undefined, a date, an infinite number.
    public static let kind = RejectionReason(rawValue: "kind")
    /// The body is longer than the handler allows.
    public static let size = RejectionReason(rawValue: "size")
    /// The body is nested deeper than the handler allows.
    public static let depth = RejectionReason(rawValue: "depth")
    /// One object of the body has more keys than the handler allows.
    public static let keys = RejectionReason(rawValue: "keys")
    /// The text is not JSON: malformed, a lone surrogate, a name twice in one object, a number out of range.
    public static let json = RejectionReason(rawValue: "json")
    /// The handler takes text and the body is none.
    public static let notText = RejectionReason(rawValue: "not_text")
    /// The handler takes an object and the body is none.
    public static let notObject = RejectionReason(rawValue: "not_object")

    /// A field that the contract requires is missing or empty.
    public static let missingField = RejectionReason(rawValue: "missing_field")
    /// A field has a value of another kind than the contract says.
    public static let wrongType = RejectionReason(rawValue: "wrong_type")
    /// The contract has no message of that type.
    public static let unknownType = RejectionReason(rawValue: "unknown_type")
    /// The contract has no action of that name.
    public static let unknownAction = RejectionReason(rawValue: "unknown_action")
    /// The envelope names another source than the contract's.
    public static let unknownSource = RejectionReason(rawValue: "unknown_source")
    /// A field has a value that it cannot have.
    public static let invalidValue = RejectionReason(rawValue: "invalid_value")
    /// The message says again what was taken already.
    public static let duplicate = RejectionReason(rawValue: "duplicate")
    /// The document that speaks is the page of another request than the one that was opened.
    public static let requestMismatch = RejectionReason(rawValue: "request_mismatch")
}
