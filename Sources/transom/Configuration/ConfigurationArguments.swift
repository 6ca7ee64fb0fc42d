// A configuration as the arguments of a run, under those that were typed.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// A configuration as the arguments of a run, under those that were typed.
///
/// Where both say something, the command line counts, so that whoever tries something need not write the file anew.
nonisolated struct ConfigurationArguments {
    private let configuration: Configuration
    private let registry: [any Integration.Type]
    private let typed: ParsedArguments
    private var options: [(name: String, value: String)] = []

    /// Takes a configuration and what was typed.
    init(_ configuration: Configuration, registry: [any Integration.Type], typed: ParsedArguments) {
        self.configuration = configuration
        self.registry = registry
        self.typed = typed
    }

    /// The arguments of the run.
    mutating func merged() -> ParsedArguments {
        let name = typed.positionals.first ?? configuration.integrationName
        let integration = registry.first { $0.name == name }
        add("environment", configuration.environment?.rawValue)
        if let mode = configuration.window.mode,
            !Configuration.Window.Mode.allCases.contains(where: { typed.has($0.rawValue) })
        {
            options.append((mode.rawValue, ""))
        }
        switch configuration.home {
        case .folder(let path) where integration?.sheets.isEmpty == false: add("assets", path)
        case .url(let url) where integration?.sheets.isEmpty == false: add("url", url)
        default: break
        }
        for (owner, settings) in configuration.integrations.sorted(by: { $0.key < $1.key }) {
            if owner == name {
                if let integration { addOwn(settings, of: integration) }
            } else if integration?.sheets.contains(where: { $0.name == owner }) == true {
                addParameters(settings, prefix: owner + ".")
            }
        }
        for rule in configuration.policy.allow { options.append(("allow", rule.description)) }
        for origin in configuration.policy.excursions { options.append(("excursion", origin.description)) }
        if !typed.has("events") {
            for sink in configuration.events ?? [] { options.append(("events", Self.text(sink))) }
        }
        return typed.under(options, positionals: name.map { [$0] } ?? [])
    }

    /// Adds an option that counts once, unless it was typed.
    private mutating func add(_ name: String, _ value: String?) {
        if let value, !typed.has(name) { options.append((name, value)) }
    }

    private mutating func addOwn(
        _ settings: Configuration.IntegrationSettings, of integration: any Integration.Type
    ) {
        add("route", settings.route)
        add("outside", settings.outside?.rawValue)
        var rest = settings
        for parameter in integration.parameters {
            guard let option = parameter.option?.dropFirst(2), let values = settings.parameters[parameter.name] else {
                continue
            }
            if !typed.has(String(option)) { options += values.map { (String(option), $0) } }
            rest.parameters[parameter.name] = nil
        }
        addParameters(rest, prefix: "")
    }

    private mutating func addParameters(_ settings: Configuration.IntegrationSettings, prefix: String) {
        for (name, values) in settings.parameters.sorted(by: { $0.key < $1.key }) where !isTyped("param", prefix + name)
        {
            options += values.map { ("param", "\(prefix)\(name)=\($0)") }
        }
        for (name, reference) in settings.secrets.sorted(by: { $0.key < $1.key })
        where !isTyped("secret", prefix + name) {
            options.append(("secret", "\(prefix)\(name)=\(reference)"))
        }
    }

    private func isTyped(_ option: String, _ name: String) -> Bool {
        typed.all(option).contains { $0.hasPrefix(name + "=") }
    }

    private static func text(_ sink: Configuration.Sink) -> String {
        switch sink {
        case .standardOutput: "-"
        case .journal: "journal"
        case .file(let path): path
        }
    }
}
