// What a page gives when it opens an integration.
// SPDX-License-Identifier: Apache-2.0

extension IntegrationOptions {
    /// These options of a run with the parameters that a page gives, which is not trusted with more than values.
    ///
    /// A page may fill in what the run has left open. It may give no secret, nothing that the run has given, and nothing
    /// that is for the run only; every value is checked again by the integration, as one of the command line is.
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
            }
        }
        guard problems.isEmpty else { throw IntegrationProblems(problems) }
        var options = self
        // What the integration does not know is left in, for it to say so in its own words.
        options.parameters.merge(parameters) { run, _ in run }
        return options
    }
}
