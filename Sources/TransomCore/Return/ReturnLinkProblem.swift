// Why a link is no return link.
// SPDX-License-Identifier: Apache-2.0

/// Why a link is no return link; no case carries anything of it but a parameter's name that is known.
public enum ReturnLinkProblem: Error, Equatable, Sendable, CustomStringConvertible {
    /// It is longer than any return link; its length in bytes.
    case tooLong(Int)
    /// It holds a space, a control character, a backslash or something that is not ASCII.
    case characters
    /// It is not `SCHEME://return`.
    case form
    /// It holds a user name.
    case credentials
    /// It holds a fragment.
    case fragment
    /// It has a parameter that return links do not have.
    case unknownParameter
    /// It has a parameter twice.
    case repeatedParameter(String)
    /// A parameter's value is empty, too long, or not letters, digits and `-._~`.
    case value(String)

    /// The problem in one sentence without what stands before it.
    public var description: String {
        switch self {
        case .tooLong(let length): "the link has \(length) bytes; \(ReturnLink.maximumLength) are possible"
        case .characters: "the link holds characters that no return link holds"
        case .form: "the link is not of the form SCHEME://return?state=…"
        case .credentials: "the link holds a user name; a return link has none"
        case .fragment: "the link holds a fragment; a return link has none"
        case .unknownParameter:
            "the link has an unknown parameter; state, status, paymentId and error are possible"
        case .repeatedParameter(let name): "the link has \(name) twice; once is possible"
        case .value(let name):
            "the link's \(name) is empty, too long, or not made of letters, digits and \"-._~\" alone"
        }
    }
}
