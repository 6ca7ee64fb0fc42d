// Everything that is wrong with the options of a run, at once.
// SPDX-License-Identifier: Apache-2.0

/// Everything that is wrong with the options of a run, at once.
public struct IntegrationProblems: Error, Equatable, Sendable, CustomStringConvertible {
    /// The problems, one at least.
    public let all: [IntegrationProblem]

    /// Collects problems.
    public init(_ all: [IntegrationProblem]) { self.all = all }

    /// The lines for stderr: all that is missing on the first one, then a line for each other problem.
    ///
    /// - Parameters:
    ///   - integration: the name of the integration.
    ///   - command: the command that was typed.
    public func lines(integration: String, command: String = "run") -> [String] {
        var missing: [(name: String, environment: RunEnvironment, hint: String)] = []
        var lines: [String] = []
        for problem in all {
            switch problem {
            case .missing(let name, let environment, let hint):
                missing.append((name, environment, hint))
            case _ where problem.isAboutCommandLine:
                lines.append("transom: \(command): \(problem.message)")
            default:
                lines.append("transom: \(command) \(integration): \(problem.message)")
            }
        }
        if let first = missing.first {
            let names = missing.map(\.name).joined(separator: ", ")
            let hints = missing.map { "\($0.name): \($0.hint)" }.joined(separator: "   ")
            lines.insert(
                "transom: \(command) \(integration): missing for \(first.environment): \(names).  \(hints)", at: 0)
        }
        return lines
    }

    /// The problems, a sentence each.
    public var description: String { all.map(\.message).joined(separator: "\n") }
}
