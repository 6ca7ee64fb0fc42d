// What must be true of a configuration beyond each value alone.
// SPDX-License-Identifier: Apache-2.0

/// What must be true of a configuration beyond each value alone.
struct ConfigurationRules {
    private let configuration: Configuration
    private let tree: ConfigurationNode
    private let integrations: [any Integration.Type]
    private let profile: RuleProfile
    /// The mistakes of single values.
    private let known: [ConfigurationMistake]

    init(
        _ configuration: Configuration, _ tree: ConfigurationNode, _ integrations: [any Integration.Type],
        profile: RuleProfile, known: [ConfigurationMistake]
    ) {
        self.configuration = configuration
        self.tree = tree
        self.integrations = integrations
        self.profile = profile
        self.known = known
    }

    /// Everything that is wrong.
    var mistakes: [ConfigurationMistake] {
        guard case .object = tree.content else { return [] }
        return opening + kiosk + times + configuration.integrations.keys.sorted().flatMap(options)
    }

    /// The place of a value's key, or of what is nearest around it.
    private func place(_ path: [String]) -> ConfigurationPlace {
        var (node, place) = (tree, tree.place)
        for name in path {
            guard let member = node.member(name) else { break }
            (node, place) = (member.value, member.place)
        }
        return place
    }

    private func mistake(_ problem: ConfigurationMistake.Problem, _ path: String...) -> ConfigurationMistake {
        ConfigurationMistake(problem, at: place(path), path: path.joined(separator: "."))
    }

    /// There is one thing to open.
    private var opening: [ConfigurationMistake] {
        var found: [ConfigurationMistake] = []
        if tree["integration"] != nil, tree["integrations"] != nil {
            found.append(
                mistake(.other("this is the short form of integrations; leave one of them out"), "integration"))
        }
        if let home = tree["home"], case .object = home.content {
            let given = ["folder", "url"].filter { home[$0] != nil }
            if given.count != 1 { found.append(mistake(.other("one of folder and url is possible"), "home")) }
        }
        guard tree["home"] == nil, tree["integration"] == nil else { return found }
        switch tree["integrations"]?.members.count ?? 0 {
        case 0: found.append(mistake(.missing(possible: "name one, as in integration: \"hubble\""), "integration"))
        case 1: break
        default:
            found.append(
                mistake(.missing(possible: "with several integrations a home page is needed that opens them"), "home"))
        }
        return found
    }

    private var kiosk: [ConfigurationMistake] {
        guard configuration.window.mode == .kiosk, tree["environment"] == nil else { return [] }
        let words = RunEnvironment.allCases.map { "\"\($0.rawValue)\"" }
        let list = words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
        return [mistake(.missing(possible: "a kiosk needs one of \(list)"), "environment")]
    }

    private var times: [ConfigurationMistake] {
        let session = configuration.session
        guard session.warnFor >= session.idleResetAfter, !known.contains(where: { $0.path.hasPrefix("session.") })
        else { return [] }
        let given = "\(session.warnFor.components.seconds)"
        let possible =
            "less than session.idleResetAfter is possible, which is \(session.idleResetAfter.components.seconds)"
        return [mistake(.invalid(given: given, possible: possible), "session", "warnFor")]
    }

    /// An integration checks what it is given.
    private func options(of name: String) -> [ConfigurationMistake] {
        guard let integration = integrations.first(where: { $0.name == name }),
            let settings = configuration.integrations[name]
        else { return [] }
        let environment = configuration.environment ?? integration.environments.first ?? .sandbox
        var options = IntegrationOptions(
            environment: environment, parameters: settings.parameters,
            secrets: settings.secrets.mapValues { _ in SecretValue("given") }, route: settings.route,
            allow: configuration.policy.allow, profile: profile)
        options.excursions = configuration.policy.excursions
        do throws(IntegrationProblems) {
            _ = try integration.init(options)
            return []
        } catch {
            return error.all.compactMap { translate($0, integration) }
        }
    }

    private func translate(
        _ problem: IntegrationProblem, _ integration: any Integration.Type
    ) -> ConfigurationMistake? {
        let name = integration.name
        switch problem {
        case .missing(let parameter, let environment, _):
            let isSecret = integration.parameters.contains { $0.name == parameter && $0.isSecret }
            // A home page may give parameters later, and never a secret.
            guard isSecret || configuration.home == nil else { return nil }
            let way = isSecret ? ", as in \"credential:NAME\"" : ""
            let path = ["integrations", name, isSecret ? "secrets" : "parameters", parameter]
            return ConfigurationMistake(
                .missing(possible: "\(name) needs it in \(environment)\(way)"), at: place(path),
                path: path.joined(separator: "."))
        case .environment(let given, let possible):
            let words = possible.map(\.rawValue).joined(separator: ", ")
            return mistake(.invalid(given: "\"\(given)\"", possible: "\(name) has \(words)"), "environment")
        case .route(let given, let possible):
            let words = possible.joined(separator: ", ") + " are possible"
            return mistake(.invalid(given: quoted(given), possible: words), "integrations", name, "route")
        case .invalid(let parameter, let given, let expectation):
            return mistake(
                .invalid(given: quoted(given), possible: expectation + " is possible"),
                "integrations", name, "parameters", parameter)
        default:
            return mistake(.other(problem.message), "integrations", name)
        }
    }
}
