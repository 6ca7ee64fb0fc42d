// The parameters of a run after every check, with what was left out filled in.
// SPDX-License-Identifier: Apache-2.0

/// The parameters of a run after every check, with what was left out filled in.
public struct ResolvedParameters: Sendable, Equatable {
    private let values: [String: [String]]
    private let secrets: [String: SecretValue]

    /// Checks the options against what an integration declares.
    ///
    /// - Parameters:
    ///   - options: what the user gave.
    ///   - integration: whose parameters they are.
    ///   - problems: gets everything that is wrong, in the order of the declaration; the integration adds its own and
    ///     throws when it is done.
    public init(
        _ options: IntegrationOptions, of integration: any Integration.Type, problems: inout [IntegrationProblem]
    ) {
        var values: [String: [String]] = [:]
        var secrets: [String: SecretValue] = [:]
        if !integration.environments.contains(options.environment) {
            problems.append(.environment(given: options.environment, possible: integration.environments))
        }
        for declaration in integration.parameters {
            let name = declaration.name
            let isRequired = declaration.requiredIn.contains(options.environment)
            if declaration.isSecret {
                if options.parameters[name] != nil { problems.append(.secretAsParameter(name: name)) }
                secrets[name] = options.secrets[name]
            } else {
                if options.secrets[name] != nil { problems.append(.parameterAsSecret(name: name)) }
                let given = options.parameters[name] ?? []
                if given.count > 1, !declaration.isRepeatable {
                    problems.append(.repeated(name: name, count: given.count))
                }
                for value in given where !declaration.kind.accepts(value, profile: options.profile) {
                    let shown = declaration.kind == .url ? Redaction.url(value) : value
                    problems.append(.invalid(name: name, given: shown, expectation: declaration.kind.expectation))
                }
                values[name] = given.isEmpty ? (isRequired ? nil : declaration.standard.map { [$0] }) : given
            }
            let isGiven =
                declaration.isSecret
                ? options.secrets[name] != nil || options.parameters[name] != nil
                : values[name] != nil || options.secrets[name] != nil
            if !isGiven, isRequired {
                problems.append(
                    .missing(name: name, environment: options.environment, hint: declaration.hint))
            }
        }
        let names = integration.parameters.map(\.name)
        for name in options.parameters.keys.sorted() where !names.contains(name) {
            let possible = integration.parameters.filter { !$0.isSecret }.map { $0.option ?? $0.name }
            problems.append(
                .unknownParameter(
                    name: name, suggestion: NearestName.suggestion(for: name, in: names), possible: possible))
        }
        for name in options.secrets.keys.sorted() where !names.contains(name) {
            let secretNames = integration.parameters.filter(\.isSecret).map(\.name)
            problems.append(
                .unknownSecret(name: name, suggestion: NearestName.suggestion(for: name, in: secretNames)))
        }
        self.values = values
        self.secrets = secrets
    }

    /// The value of a parameter that is given once, or nothing where it was left out.
    public subscript(name: String) -> String? { values[name]?.first }

    /// All values of a parameter.
    public func all(_ name: String) -> [String] { values[name] ?? [] }

    /// The value of a secret, or nothing where it was left out.
    public func secret(_ name: String) -> SecretValue? { secrets[name] }
}
