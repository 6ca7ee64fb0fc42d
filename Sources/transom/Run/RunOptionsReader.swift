// Makes the options of a run from a command line, and has the integration check its own.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// Makes ``RunOptions`` from a command line.
///
/// It reads no file, no environment variable and no secret.
nonisolated struct RunOptionsReader {
    /// The integrations there are.
    let registry: [any Integration.Type]

    private static let secretForm = "NAME=REF, such as appSecret=env:NAME"

    /// Reads the arguments of `transom run`.
    ///
    /// - Throws: `RunOptionsError`: of the command line's own mistakes the first, of an integration's all at once.
    func read(_ arguments: ParsedArguments) throws(RunOptionsError) -> RunOptions {
        guard let name = arguments.positionals.first else { throw .noIntegration }
        let integration = try IntegrationLookup(registry).find(name)
        var options = RunOptions(integration: integration.name)
        options.environment = environment(arguments, integration)
        try readParameters(arguments, integration, into: &options)
        try readPlaces(arguments, into: &options)
        try readPlay(arguments, integration, into: &options)
        try readShape(arguments, into: &options)
        try readEnding(arguments, into: &options)
        try check(options, integration)
        return options
    }

    private func environment(_ arguments: ParsedArguments, _ integration: any Integration.Type) -> RunEnvironment {
        // The table lets the four words through and no other.
        arguments.last("environment").flatMap(RunEnvironment.init(rawValue:)) ?? integration.environments.first
            ?? .sandbox
    }

    /// `--param`, `--secret`, and the options that are parameters under a name of their own.
    private func readParameters(
        _ arguments: ParsedArguments, _ integration: any Integration.Type, into options: inout RunOptions
    ) throws(RunOptionsError) {
        let secretNames = integration.parameters.filter(\.isSecret).map(\.name)
        for text in arguments.all("param") {
            let (name, value) = try pair(text, flag: "--param", form: "NAME=VALUE")
            options.parameters[name, default: []].append(value)
        }
        for text in arguments.all("secret") {
            let (name, value) = try pair(text, flag: "--secret", form: Self.secretForm)
            guard options.secrets[name] == nil else { throw .repeatedSecret(name: name) }
            do {
                options.secrets[name] = try SecretReference(value)
            } catch {
                // What stands before the sign may be the beginning of a secret, so only a known name is repeated.
                throw secretNames.contains(name)
                    ? .secret(name: name, error) : .pair(flag: "--secret", form: Self.secretForm)
            }
        }
        if let url = arguments.last("url") { try checkURL(url, flag: "--url", secretNames) }
        for option in ["url", "handler", "inject", "forward"] where arguments.has(option) {
            let flag = "--" + option
            guard let parameter = integration.parameters.first(where: { $0.option == flag }) else {
                let owners = registry.filter { $0.parameters.contains { $0.option == flag } }.map { $0.name }
                throw .foreignOption(flag: flag, integration: integration.name, owners: owners)
            }
            let values = parameter.isRepeatable ? arguments.all(option) : Array(arguments.all(option).suffix(1))
            options.parameters[parameter.name, default: []] += values
        }
    }

    /// `--route`, `--allow`, `--policy`, `--outside` and `--serve`.
    private func readPlaces(_ arguments: ParsedArguments, into options: inout RunOptions) throws(RunOptionsError) {
        if let route = arguments.last("route") {
            guard route.hasPrefix("/"), !route.contains("?"), !route.contains("#") else { throw .routeQuery }
            options.route = route
        }
        for text in arguments.all("allow") {
            do {
                options.allow.append(try OriginRule(text, profile: options.ruleProfile))
            } catch {
                throw .rule(error)
            }
        }
        options.policyMode = arguments.last("policy").flatMap(NavigationPolicy.Mode.init(rawValue:)) ?? .enforce
        options.outside = arguments.last("outside").flatMap(RunOptions.Outside.init(rawValue:)) ?? .desktop
        for text in arguments.all("serve") { options.served.append(try ServedOrigin(text)) }
        if !options.served.isEmpty, ![.sandbox, .development].contains(options.environment) {
            throw .serveEnvironment(options.environment)
        }
    }

    private func readPlay(
        _ arguments: ParsedArguments, _ integration: any Integration.Type, into options: inout RunOptions
    ) throws(RunOptionsError) {
        guard let play = arguments.last("play") else { return }
        let possible = integration.plays.map(\.name)
        guard possible.contains(play) else {
            let suggestion = NearestName.suggestion(for: play, in: possible)
            throw .unknownPlay(
                given: play, integration: integration.name, possible: possible, suggestion: suggestion)
        }
        guard options.environment == .sandbox else {
            throw .playOutsideSandbox(integration: integration.name, environment: options.environment)
        }
        options.play = play
    }

    /// `--window`, `--headless`, `--size`, `--user-agent` and `--web-sandbox`.
    private func readShape(_ arguments: ParsedArguments, into options: inout RunOptions) throws(RunOptionsError) {
        switch (arguments.has("window"), arguments.has("headless")) {
        case (true, true): throw .conflict("--window", "--headless")
        case (true, false): options.presentation = .window
        case (false, true): options.presentation = .headless
        case (false, false): options.presentation = .automatic
        }
        if let text = arguments.last("size") {
            guard let size = WindowSize(text) else {
                throw .form(
                    flag: "--size", form: "WIDTHxHEIGHT or WIDTHxHEIGHT@SCALE, from 200x200 to 7680x4320 and to @4")
            }
            options.size = size
        }
        if let text = arguments.last("user-agent") {
            guard let agent = UserAgent(text) else {
                throw .form(flag: "--user-agent", form: "default, ios, or a text of at most 512 ASCII characters")
            }
            options.userAgent = agent
        }
        let standard = options.environment == .production ? RunOptions.WebSandbox.require : .auto
        options.webSandbox = arguments.last("web-sandbox").flatMap(RunOptions.WebSandbox.init(rawValue:)) ?? standard
    }

    /// `--until`, `--timeout`, `--events` and `--screenshot`.
    private func readEnding(_ arguments: ParsedArguments, into options: inout RunOptions) throws(RunOptionsError) {
        options.until = arguments.last("until")
        if let text = arguments.last("timeout") {
            guard let seconds = Double(text), seconds.isFinite, (0.1...604_800).contains(seconds) else {
                throw .form(flag: "--timeout", form: "seconds from 0.1 to 604800")
            }
            options.timeout = .milliseconds(Int64((seconds * 1_000).rounded()))
        }
        let destinations = arguments.all("events")
        if !destinations.isEmpty { options.events = destinations.map(EventDestination.init) }
        options.screenshot = arguments.last("screenshot")
    }

    /// Has the integration check its parameters.
    ///
    /// Its secrets are not read for that: a stand-in says that they are given.
    private func check(_ options: RunOptions, _ integration: any Integration.Type) throws(RunOptionsError) {
        do {
            _ = try integration.init(
                options.integrationOptions(secrets: options.secrets.mapValues { _ in SecretValue("given") }))
        } catch {
            throw .integration(error, name: integration.name)
        }
    }

    private func pair(_ text: String, flag: String, form: String) throws(RunOptionsError) -> (String, String) {
        guard let sign = text.firstIndex(of: "=") else { throw .pair(flag: flag, form: form) }
        let name = text[..<sign]
        let isName =
            (1...64).contains(name.utf8.count)
            && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
        guard isName else { throw .pair(flag: flag, form: form) }
        return (String(name), String(text[text.index(after: sign)...]))
    }

    private func checkURL(_ text: String, flag: String, _ secretNames: [String]) throws(RunOptionsError) {
        if ParsedURL(text).hasCredentials { throw .credentialsInURL(flag: flag) }
        guard let name = Redaction.secretNamedParameter(inURL: text) else { return }
        throw .secretInURL(flag: flag, name: name, isDeclared: secretNames.contains(name))
    }
}

extension RunOptions {
    /// Whether rules and URLs may name this machine: not where customers are.
    nonisolated var ruleProfile: RuleProfile {
        switch environment {
        case .sandbox, .development: .test
        case .production, .custom: .production
        }
    }

    /// What the integration is given for one opening.
    ///
    /// - Parameter secrets: the secrets, read for this opening.
    nonisolated func integrationOptions(secrets: [String: SecretValue]) -> IntegrationOptions {
        IntegrationOptions(
            environment: environment, parameters: parameters, secrets: secrets, route: route, allow: allow,
            profile: ruleProfile)
    }
}
