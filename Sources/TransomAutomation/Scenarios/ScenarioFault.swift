// Why a scenario cannot be played.
// SPDX-License-Identifier: Apache-2.0

package import TransomCore

/// Why a scenario cannot be played.
package enum ScenarioFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file is not there or cannot be read.
    case unreadable(path: String)
    /// The file is no JSON5.
    case syntax(name: String, mistake: String?)
    /// The file has not the shape of a scenario.
    case shape(name: String, String)
    /// A step is no command.
    case step(name: String, number: Int, of: Int, CommandError)

    /// The fault in one sentence.
    package var description: String {
        switch self {
        case .unreadable(let path): "the scenario \(quoted(path)) is not there or cannot be read"
        case .syntax(let name, let mistake): "scenario " + (mistake ?? "\(name): it is no JSON5")
        case .shape(let name, let what): "scenario \(name): \(what)"
        case .step(let name, let number, let count, let error):
            "scenario \(name), step \(number) of \(count): \(error)"
        }
    }
}
