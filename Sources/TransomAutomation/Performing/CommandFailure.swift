// Why a command was not carried out.
// SPDX-License-Identifier: Apache-2.0

package import TransomCore

/// Why a command was not carried out.
package enum CommandFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// There is no view of that name now.
    case target(given: String, possible: [String])
    /// The page could not be driven.
    case page(DriverError)
    /// The condition did not come true in time; the lines say what was wanted and what came nearest.
    case notSeen(String)
    /// What is to be sent was refused.
    case sending(OutgoingProblem)
    /// Anything else, in words.
    case impossible(String)

    /// The failure in one sentence, or in several lines where an event was waited for.
    package var description: String {
        switch self {
        case .target(let given, let possible):
            "there is no view \(quoted(given)); there are: \(possible.joined(separator: ", "))"
        case .page(let error): error.description
        case .notSeen(let text), .impossible(let text): text
        case .sending(let problem): problem.description
        }
    }
}
