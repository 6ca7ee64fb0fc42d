// There is no integration of that name.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// There is no integration of that name.
public struct UnknownIntegration: Error, Equatable, Sendable, CustomStringConvertible {
    /// What was given.
    public let given: String
    /// The name that was perhaps meant.
    public let suggestion: String?

    /// The error as it stands after `transom: run: `.
    public var description: String {
        let question = suggestion.map { "; did you mean \"\($0)\"?" } ?? ""
        return "unknown integration \(quoted(given))\(question) (transom integrations lists them)"
    }
}
