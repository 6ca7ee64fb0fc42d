// Why a text or an object of Foundation's is no JSON value that may be taken.
// SPDX-License-Identifier: Apache-2.0

/// Why a text or an object of Foundation's is no JSON value that may be taken.
///
/// No case carries anything of the value itself, so that a fault can be reported anywhere.
public enum JSONFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// A value that JSON does not have.
    case kind
    /// Longer than allowed.
    case size(limit: Int)
    /// Nested deeper than allowed.
    case depth(limit: Int)
    /// More keys in one object than allowed.
    case keys(limit: Int)
    /// Not the grammar of RFC 8259, at that byte.
    case syntax(offset: Int)
    /// Half of a surrogate pair, at that byte.
    case surrogate(offset: Int)
    /// One name twice in an object, at that byte.
    case duplicate(offset: Int)
    /// A number that no double can hold, at that byte.
    case range(offset: Int)
    /// The handler takes text.
    case notText
    /// The handler takes an object.
    case notObject

    /// The word that an event of a refused message has for it.
    public var reason: RejectionReason {
        switch self {
        case .kind: .kind
        case .size: .size
        case .depth: .depth
        case .keys: .keys
        case .syntax, .surrogate, .duplicate, .range: .json
        case .notText: .notText
        case .notObject: .notObject
        }
    }

    /// The fault in one sentence.
    public var description: String {
        switch self {
        case .kind:
            "A value has a kind that JSON does not have; null, booleans, finite numbers, strings, arrays and objects are possible."
        case .size(let limit): "The value is longer than \(limit) bytes of JSON."
        case .depth(let limit): "The value is nested deeper than \(limit) levels."
        case .keys(let limit): "An object has more than \(limit) keys."
        case .syntax(let offset): "The text is not JSON at byte \(offset)."
        case .surrogate(let offset): "The text holds half of a surrogate pair at byte \(offset)."
        case .duplicate(let offset): "An object has one name twice at byte \(offset)."
        case .range(let offset): "The number at byte \(offset) is too large for a double."
        case .notText: "The body is not a text."
        case .notObject: "The body is not an object."
        }
    }
}
