// Why a scheme cannot be one for return links.
// SPDX-License-Identifier: Apache-2.0

/// Why a scheme cannot be one for return links.
public enum ReturnSchemeError: Error, Equatable, Sendable, CustomStringConvertible {
    /// It is no scheme.
    case form(given: String)
    /// It means something already.
    case taken(String)

    /// The problem in one sentence.
    public var description: String {
        switch self {
        case .form(let given):
            "\(quoted(given)) is no scheme; a letter, then letters, digits, \"+\", \"-\" and \".\" are possible, such as acme-pay"
        case .taken(let name):
            "\(name) links have a meaning of their own; take a scheme that is yours alone, such as acme-pay"
        }
    }
}
