// What a page gives when it opens an integration.
// SPDX-License-Identifier: Apache-2.0

extension IntegrationOptions {
    /// These options of a run with the parameters that a page gives, which is not trusted with more than values.
    ///
    /// A page may fill in what the run has left open. It may give no secret, nothing that the run has given, and nothing
    /// that is for the run only; every value is checked again by the integration, as one of the command line is. Where the
    /// pages are real, an address that it gives is of an origin that the run lists: a page that somebody has taken over
    /// opens nothing that the integrator did not think of.
    ///
    /// - Parameters:
    ///   - parameters: what the page gives, by name.
    ///   - integration: whose parameters they are.
    /// - Throws: everything that is wrong, at once.
    public func adding(
        pageParameters parameters: [String: [String]], of integration: any Integration.Type
    ) throws(IntegrationProblems) -> IntegrationOptions {
        var problems: [IntegrationProblem] = []
        for name in parameters.keys.sorted() {
            guard let declaration = integration.parameters.first(where: { $0.name == name }) else { continue }
            if declaration.isSecret {
                problems.append(.secretOfPage(name: name))
            } else if declaration.isForRunOnly {
                problems.append(.parameterOfRun(name: name))
            } else if self.parameters[name] != nil {
                problems.append(.alreadyGiven(name: name))
            } else if declaration.kind == .url, !isSafePlace {
                for url in parameters[name] ?? [] {
                    guard let problem = unlisted(url, name) else { continue }
                    problems.append(problem)
                }
            }
        }
        guard problems.isEmpty else { throw IntegrationProblems(problems) }
        var options = self
        // What the integration does not know is left in, for it to say so in its own words.
        options.parameters.merge(parameters) { run, _ in run }
        return options
    }

    /// Whether whatever a page opens is the sandbox's, or a developer sits before it.
    private var isSafePlace: Bool { environment == .sandbox || environment == .development }

    private func unlisted(_ url: String, _ name: String) -> IntegrationProblem? {
        // What is no address at all is told of by the integration, in its own words.
        guard let origin = ParsedURL(url).origin, !allow.contains(where: { $0.matches(origin) }) else { return nil }
        return .unlistedAddress(name: name, origin: origin.description, rule: "--allow \(origin)")
    }
}
