// transom policy explain: what would happen to a URL, and which rule decides.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import TransomVendors

/// `transom policy explain`: says for each URL what would happen to it, and which rule decides.
nonisolated struct PolicyExplainCommand {
    /// The integrations there are.
    let registry: [any Integration.Type]

    /// Explains the URLs of a command line.
    ///
    /// - Throws: `RunOptionsError` for an integration or a rule that does not exist.
    func run(_ arguments: ParsedArguments) throws(RunOptionsError) -> Report {
        let policy = try policy(arguments)
        let from = arguments.last("from").flatMap(NavigationTarget.init(rawValue:)) ?? .main
        let decisions = arguments.positionals.map { url in
            (url: url, decision: policy.decide(NavigationRequest(url: url, from: from, spelling: .raw)))
        }
        let explanations: [String]
        if arguments.has("json") {
            explanations = decisions.map { json($0.url, from, $0.decision) }
        } else if decisions.count == 1 {
            explanations = decisions.map { text($0.url, from, $0.decision) }
        } else {
            explanations = table(decisions)
        }
        let isEmpty = ["integration", "allow", "config"].allSatisfy { !arguments.has($0) }
        let note = "transom: policy explain: neither --integration nor --allow is given, so nothing is allowed"
        return Report(results: explanations, notes: isEmpty ? [note] : [])
    }

    private func policy(_ arguments: ParsedArguments) throws(RunOptionsError) -> NavigationPolicy {
        var rules: [OriginRule] = []
        for text in arguments.all("allow") {
            do {
                rules.append(try OriginRule(text, profile: .test))
            } catch {
                throw .rule(error)
            }
        }
        var options = IntegrationOptions(allow: rules, profile: .test)
        var name = arguments.last("integration")
        if let path = arguments.last("config") {
            let configuration: Configuration
            do throws(ConfigurationMistakes) {
                configuration = try ConfigurationLoader(registry: registry).load(path).document.configuration
            } catch {
                throw .configuration(error)
            }
            name = name ?? configuration.integrationName
            options = configuration.options(of: name ?? "", allow: rules)
        }
        guard let name else { return NavigationPolicy(allow: rules) }
        let integration: any Integration.Type
        do {
            integration = try IntegrationRegistry.integration(named: name, in: registry)
        } catch {
            throw .unknownIntegration(error)
        }
        do {
            return try integration.init(options).declaration.policy.navigationPolicy(allow: options.allow)
        } catch {
            throw .integration(error, name: name)
        }
    }

    private func json(_ url: String, _ from: NavigationTarget, _ decision: NavigationDecision) -> String {
        var line = JSONLine()
        line.add("url", .string(shown(url)))
        line.add("from", .string(from.rawValue))
        line.add("outcome", .string(decision.outcome.rawValue))
        line.add("rule", .string(decision.rule))
        line.add(
            "steps",
            decision.steps.map { step in
                var object = JSONLine()
                object.add("rule", .string(step.rule))
                object.add("matched", .bool(step.matched))
                object.add("why", .string(step.why))
                return object
            })
        return line.text
    }

    private func text(_ url: String, _ from: NavigationTarget, _ decision: NavigationDecision) -> String {
        let place = from == .main ? "" : " in a \(from == .iframe ? "frame" : "popup")"
        var lines = [
            "\(TransomCore.quoted(shown(url)))\(place): \(decision.outcome.rawValue), by rule \(decision.rule)"
        ]
        for step in decision.steps {
            lines.append("  \(step.matched ? "*" : " ") \(step.rule): \(step.why)")
        }
        if let rule = decision.allowingRule {
            lines.append("    To allow it inside: --allow \(rule)")
        }
        return lines.joined(separator: "\n")
    }

    /// A line a URL, for several: outcome, rule and URL, in columns.
    private func table(_ decisions: [(url: String, decision: NavigationDecision)]) -> [String] {
        let width = decisions.map(\.decision.rule.count).max() ?? 0
        return decisions.map { url, decision in
            let outcome = decision.outcome.rawValue
            return outcome + String(repeating: " ", count: max(0, 7 - outcome.count) + 2) + decision.rule
                + String(repeating: " ", count: width - decision.rule.count + 2) + Self.line(shown(url))
        }
    }

    /// A text as one line: in quotation marks only where it is not plain.
    private static func line(_ text: String) -> String {
        let quoted = TransomCore.quoted(text)
        return quoted == "\"\(text)\"" && !text.isEmpty && !text.contains(" ") ? text : quoted
    }

    /// The URL as it was given, without what stands before an `@` in its authority, and without its query and fragment where
    /// one of their names is that of a secret.
    private func shown(_ url: String) -> String {
        if ParsedURL(url).hasCredentials { return AddressText.withoutHiddenParts(url) }
        guard Redaction.secretNamedParameter(inURL: url) != nil else { return url }
        return url.prefix { $0 != "?" && $0 != "#" } + "?…"
    }
}
