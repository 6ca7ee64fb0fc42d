// Makes a run from a command line, and has the integration check its own parameters.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import TransomShell
import TransomVendors

/// Makes a `HostConfiguration` from a command line.
///
/// It reads no file, no environment variable and no secret.
nonisolated struct HostConfigurationReader {
    /// The integrations there are.
    let registry: [any Integration.Type]
    /// The name of this machine, for the events' source.
    let hostName: String

    private static let returnState = "returnState"
    private static let staffPIN = "staffPin"
    private static let secretForm = "NAME=REF, such as appSecret=env:NAME"

    /// Reads the arguments of `transom run`.
    ///
    /// - Throws: `RunOptionsError`: of the command line's own mistakes the first, of an integration's all at once.
    func read(_ arguments: ParsedArguments) throws(RunOptionsError) -> HostConfiguration {
        guard let name = arguments.positionals.first else { throw .noIntegration }
        let integration: any Integration.Type
        do {
            integration = try IntegrationRegistry.integration(named: name, in: registry)
        } catch {
            throw .unknownIntegration(error)
        }
        // The table lets the four words through and no other.
        let given = arguments.last("environment").flatMap(RunEnvironment.init(rawValue:))
        let environment = given ?? integration.environments.first ?? .sandbox
        var run = HostConfiguration(
            integration: integration, options: IntegrationOptions(environment: environment), hostName: hostName,
            version: Version.current)
        // Rules and URLs may name this machine where no customer is.
        run.options.profile = [.sandbox, .development].contains(environment) ? .test : .production
        try readSecrets(arguments, into: &run)
        try readParameters(arguments, into: &run)
        try readPlaces(arguments, into: &run)
        try readReturns(arguments, into: &run)
        try readPlay(arguments, into: &run)
        try readShape(arguments, into: &run)
        try readEnding(arguments, into: &run)
        for text in arguments.all("send") { run.messages.append(try message(text)) }
        try check(run)
        return run
    }

    private func readSecrets(_ arguments: ParsedArguments, into run: inout HostConfiguration) throws(RunOptionsError) {
        for text in arguments.all("secret") {
            let (name, value) = try pair(text, flag: "--secret", form: Self.secretForm)
            let (owner, own) = Self.owner(of: name, in: run)
            let given = owner == nil ? run.secrets[own] : owner.flatMap { run.sheets[$0.name]?.secrets[own] }
            guard given == nil else { throw .repeatedSecret(name: name) }
            let reference: SecretReference
            do {
                reference = try SecretReference(value)
            } catch {
                // What stands before the sign may be the beginning of a secret, so only a known name is repeated.
                let isKnown =
                    [Self.returnState, Self.staffPIN].contains(name)
                    || (owner ?? run.integration).parameters.contains { $0.isSecret && $0.name == own }
                throw isKnown ? .secret(name: name, error) : .pair(flag: "--secret", form: Self.secretForm)
            }
            if let owner {
                var sheet = Self.sheet(of: owner, in: run)
                sheet.secrets[own] = reference
                run.sheets[owner.name] = sheet
            } else {
                run.secrets[own] = reference
            }
        }
    }

    /// The integration that a home page opens, for a name such as `hubble.clientId`, and the name that is its own.
    private static func owner(
        of name: String, in run: HostConfiguration
    ) -> (integration: (any Integration.Type)?, name: String) {
        let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
        guard parts.count == 2, let owner = run.integration.sheets.first(where: { $0.name == parts[0] }) else {
            return (nil, name)
        }
        return (owner, parts[1])
    }

    private static func sheet(
        of integration: any Integration.Type, in run: HostConfiguration
    ) -> HostConfiguration.Sheet {
        run.sheets[integration.name]
            ?? .init(
                options: IntegrationOptions(environment: run.options.environment, profile: run.options.profile))
    }

    /// `--param`, and the options that are parameters under a name of their own.
    private func readParameters(
        _ arguments: ParsedArguments, into run: inout HostConfiguration
    ) throws(RunOptionsError) {
        for text in arguments.all("param") {
            let (name, value) = try pair(text, flag: "--param", form: "NAME=VALUE")
            let (owner, own) = Self.owner(of: name, in: run)
            if let owner {
                var sheet = Self.sheet(of: owner, in: run)
                sheet.options.parameters[own, default: []].append(value)
                run.sheets[owner.name] = sheet
            } else {
                run.options.parameters[own, default: []].append(value)
            }
        }
        let integration = run.integration
        if let url = arguments.last("url") { try checkSecrets(inURL: url, of: integration) }
        for option in ["url", "assets", "handler", "inject", "forward"] where arguments.has(option) {
            let flag = "--" + option
            guard let parameter = integration.parameters.first(where: { $0.option == flag }) else {
                let owners = registry.filter { $0.parameters.contains { $0.option == flag } }.map { $0.name }
                throw .foreignOption(flag: flag, integration: integration.name, owners: owners)
            }
            let values = parameter.isRepeatable ? arguments.all(option) : Array(arguments.all(option).suffix(1))
            if parameter.kind == .url {
                for url in values {
                    let advice = GivenURL(url).advice(profile: run.options.profile)
                    if let advice { throw .url(given: url, advice: advice) }
                }
            }
            run.options.parameters[parameter.name, default: []] += values
        }
        let page = integration.parameters.first { $0.option == "--url" }
        if let page, arguments.has("assets"), run.options.parameters[page.name] == nil {
            // The folder is the page.
            run.options.parameters[page.name] = ["\(AssetsDeclaration.scheme)://\(integration.name)/"]
        }
        // Where a page is all that there is to an integration, its lack is told in the page's own words.
        if let page, page.requiredIn.isSuperset(of: integration.environments),
            run.options.parameters[page.name] == nil
        {
            throw .noPage(integration: integration.name)
        }
    }

    /// `--route`, `--allow`, `--policy`, `--outside` and `--serve`.
    private func readPlaces(_ arguments: ParsedArguments, into run: inout HostConfiguration) throws(RunOptionsError) {
        if let route = arguments.last("route") {
            guard route.hasPrefix("/"), !route.contains("?"), !route.contains("#") else {
                throw .route(given: route)
            }
            run.options.route = route
        }
        for text in arguments.all("allow") {
            do {
                run.options.allow.append(try OriginRule(text, profile: run.options.profile))
            } catch {
                throw .rule(error)
            }
        }
        for text in arguments.all("excursion") {
            do {
                run.options.excursions.append(try Origin(text))
            } catch {
                throw .excursion(error)
            }
        }
        for name in run.sheets.keys {
            run.sheets[name]?.options.allow = run.options.allow
            run.sheets[name]?.options.excursions = run.options.excursions
        }
        for name in arguments.all("keep-data") {
            guard let sheet = run.integration.sheets.first(where: { $0.name == name }) else {
                throw .unknownSheet(
                    given: name, integration: run.integration.name, possible: run.integration.sheets.map { $0.name })
            }
            var given = Self.sheet(of: sheet, in: run)
            given.options.allow = run.options.allow
            given.options.excursions = run.options.excursions
            given.keepsData = true
            run.sheets[name] = given
        }
        run.policyMode = arguments.last("policy").flatMap(NavigationPolicy.Mode.init(rawValue:)) ?? .enforce
        run.outside = arguments.last("outside").flatMap(HostConfiguration.Outside.init(rawValue:)) ?? .desktop
        for text in arguments.all("serve") { run.served.append(try .parse(text)) }
        if !run.served.isEmpty, ![.sandbox, .development].contains(run.options.environment) {
            throw .serveEnvironment(run.options.environment)
        }
    }

    /// `--return-scheme`, `--return-path`, and the secret of their own.
    private func readReturns(_ arguments: ParsedArguments, into run: inout HostConfiguration) throws(RunOptionsError) {
        if let text = arguments.last("return-scheme") {
            do {
                run.returnScheme = try ReturnScheme(text)
            } catch {
                throw .returnScheme(error)
            }
            // It belongs to the host and not to the vendor.
            run.returnState = run.secrets.removeValue(forKey: Self.returnState)
        }
        for text in arguments.all("return-path") {
            do {
                run.returnPaths.append(try ReturnPaths(text))
            } catch {
                throw .returnPath(given: text)
            }
        }
    }

    private func readPlay(_ arguments: ParsedArguments, into run: inout HostConfiguration) throws(RunOptionsError) {
        guard let play = arguments.last("play") else { return }
        let integration = run.integration
        let possible = integration.plays.map(\.name)
        guard possible.contains(play) else {
            let suggestion = NearestName.suggestion(for: play, in: possible)
            throw .unknownPlay(
                given: play, integration: integration.name, possible: possible, suggestion: suggestion)
        }
        guard run.options.environment == .sandbox else {
            throw .playOutsideSandbox(integration: integration.name, environment: run.options.environment)
        }
        guard !arguments.has("control") else { throw .conflict("--play", "--control") }
        guard !arguments.has("automation") else { throw .conflict("--play", "--automation") }
        run.play = play
    }

    /// `--window`, `--headless`, `--size`, `--user-agent` and `--web-sandbox`.
    private func readShape(_ arguments: ParsedArguments, into run: inout HostConfiguration) throws(RunOptionsError) {
        let modes = ["window", "headless", "kiosk"].filter { arguments.has($0) }
        guard modes.count < 2 else { throw .conflict("--" + modes[0], "--" + modes[1]) }
        run.presentation = modes.first.flatMap(HostConfiguration.Presentation.init(rawValue:)) ?? .automatic
        run.isTouch = arguments.has("touch")
        if let text = arguments.last("size") {
            guard let size = WindowSize(text) else {
                let form = "WIDTHxHEIGHT or WIDTHxHEIGHT@SCALE, from 200x200 to 7680x4320 and to @4"
                throw .form(flag: "--size", form: form, given: text)
            }
            (run.width, run.height, run.scale) = (size.width, size.height, size.scale)
        } else if !run.integration.sheets.isEmpty {
            // A home page is no telephone's.
            (run.width, run.height) = (1280, 800)
        }
        run.popups = arguments.last("popups").flatMap(PopupDeclaration.Presentation.init(rawValue:))
        if let text = arguments.last("user-agent") { run.userAgent = try UserAgent.parse(text) }
        let isProtected = run.options.environment == .production || run.presentation == .kiosk
        let standard = isProtected ? HostConfiguration.WebSandbox.require : .auto
        run.webSandbox =
            arguments.last("web-sandbox").flatMap(HostConfiguration.WebSandbox.init(rawValue:)) ?? standard
        if run.presentation == .kiosk { try lock(arguments, &run) }
    }

    /// What a kiosk must be told, and what it never does.
    private func lock(_ arguments: ParsedArguments, _ run: inout HostConfiguration) throws(RunOptionsError) {
        guard arguments.has("environment") else {
            throw .kioskEnvironment(possible: run.integration.environments)
        }
        guard run.policyMode == .enforce else { throw .conflict("--kiosk", "--policy report") }
        // Whoever drives, plays or writes down what customers do belongs on a desk.
        for option in ["automation", "record", "har", "play"] where arguments.has(option) {
            throw .conflict("--kiosk", "--" + option)
        }
        if arguments.has("outside"), run.outside == .desktop { throw .conflict("--kiosk", "--outside desktop") }
        if run.outside == .desktop { run.outside = .qr }
        if run.options.environment == .production, run.webSandbox != .require {
            throw .conflict("--kiosk", "--web-sandbox \(run.webSandbox)")
        }
        // A window of its own would lie over the lock.
        if run.popups == .window { throw .conflict("--kiosk", "--popups window") }
        run.popups = run.popups ?? .overlay
        // It belongs to the host and not to the vendor.
        run.staffPIN = run.secrets.removeValue(forKey: Self.staffPIN)
    }

    /// `--until`, `--timeout`, `--events` and `--screenshot`.
    private func readEnding(_ arguments: ParsedArguments, into run: inout HostConfiguration) throws(RunOptionsError) {
        run.until = arguments.last("until")
        run.isControlled = arguments.has("control")
        run.isAutomated = arguments.has("automation")
        run.isTested = run.isControlled || run.isAutomated
        if run.isAutomated, run.isControlled { throw .conflict("--automation", "--control") }
        run.timeout = try Self.timeout(in: arguments)
        let destinations = arguments.all("events")
        if !destinations.isEmpty {
            run.events = []
            // The same place twice would hold every line twice.
            for place in destinations.map(destination) where !run.events.contains(place) { run.events.append(place) }
        }
        run.record = arguments.last("record")
        run.har = arguments.last("har")
        run.screenshot = arguments.last("screenshot")
    }

    /// `--timeout`.
    static func timeout(in arguments: ParsedArguments) throws(RunOptionsError) -> Duration? {
        guard let text = arguments.last("timeout") else { return nil }
        guard let seconds = Double(text), seconds.isFinite, (0.1...604_800).contains(seconds) else {
            throw .form(flag: "--timeout", form: "seconds from 0.1 to 604800", given: text)
        }
        return .milliseconds(Int64((seconds * 1_000).rounded()))
    }

    private func destination(_ text: String) -> HostConfiguration.EventDestination {
        switch text {
        case "-": .standardOutput
        case "journal": .journal
        default: .file(text)
        }
    }

    /// Has the integration check its parameters.
    ///
    /// Its secrets are not read for that: a stand-in says that they are given.
    private func check(_ run: HostConfiguration) throws(RunOptionsError) {
        var options = run.options
        options.secrets = run.secrets.mapValues { _ in SecretValue("given") }
        let declaration: IntegrationDeclaration
        do {
            declaration = try run.integration.init(options).declaration
        } catch {
            throw .integration(error, name: run.integration.name)
        }
        for message in run.messages { try check(message, for: declaration, of: run.integration) }
        for integration in run.integration.sheets {
            if let sheet = run.sheets[integration.name] { try check(sheet, of: integration) }
        }
    }

    /// A message of `--send`.
    private func message(_ text: String) throws(RunOptionsError) -> OutgoingMessage {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        var payload: JSONValue?
        do throws(JSONFault) {
            if parts.count == 2 { payload = try JSONParser.parse(parts[1]) }
        } catch {
            throw .messageText(type: parts[0], error)
        }
        do throws(OutgoingProblem) {
            return try OutgoingMessage(type: parts[0], payload: payload, limits: .ceiling)
        } catch {
            throw .message(error)
        }
    }

    /// Holds a message against the integration's own channel to its page.
    private func check(
        _ message: OutgoingMessage, for declaration: IntegrationDeclaration, of integration: any Integration.Type
    ) throws(RunOptionsError) {
        do throws(OutgoingProblem) {
            guard let channel = declaration.outgoing else { throw .noChannel(integration: integration.name) }
            _ = try OutgoingMessage(
                type: message.type, payload: message.payload.map(JSONValue.object), limits: channel.limits)
        } catch {
            throw .message(error)
        }
    }

    /// Has an integration check what a home page's run gives to it; what is missing the page may give later.
    private func check(
        _ sheet: HostConfiguration.Sheet, of integration: any Integration.Type
    ) throws(RunOptionsError) {
        var options = sheet.options
        options.secrets = sheet.secrets.mapValues { _ in SecretValue("given") }
        do {
            _ = try integration.init(options)
        } catch {
            let problems = error.all.compactMap { problem -> IntegrationProblem? in
                switch problem {
                case .missing: nil
                // The way to write it has the integration's name.
                case .secretAsParameter(let name): .secretAsParameter(name: "\(integration.name).\(name)")
                default: problem
                }
            }
            guard problems.isEmpty else {
                throw .integration(IntegrationProblems(problems), name: "home: \(integration.name)")
            }
        }
    }

    private func pair(_ text: String, flag: String, form: String) throws(RunOptionsError) -> (String, String) {
        guard let sign = text.firstIndex(of: "=") else { throw .pair(flag: flag, form: form) }
        let name = text[..<sign]
        let isName = name.utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || "-_.".utf8.contains(byte)
        }
        guard isName, (1...64).contains(name.utf8.count) else { throw .pair(flag: flag, form: form) }
        return (String(name), String(text[text.index(after: sign)...]))
    }

    private func checkSecrets(
        inURL text: String, of integration: any Integration.Type
    ) throws(RunOptionsError) {
        if ParsedURL(text).hasCredentials { throw .credentialsInURL(flag: "--url") }
        guard let name = Redaction.secretNamedParameter(inURL: text) else { return }
        let isDeclared = integration.parameters.contains { $0.isSecret && $0.name == name }
        throw .secretInURL(flag: "--url", name: name, isDeclared: isDeclared)
    }
}
