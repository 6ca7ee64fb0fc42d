// transom policy explain: what would happen to a URL, and which rule decides.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

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
        let explanations = arguments.positionals.map { url in
            let decision = policy.decide(NavigationRequest(url: url, from: from, spelling: .raw))
            return arguments.has("json") ? json(url, from, decision) : text(url, from, decision)
        }
        let isEmpty = !arguments.has("integration") && !arguments.has("allow")
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
        guard let name = arguments.last("integration") else { return NavigationPolicy(allow: rules) }
        let integration = try IntegrationLookup(registry).find(name)
        do {
            let options = IntegrationOptions(allow: rules, profile: .test)
            return try integration.init(options).declaration.policy.navigationPolicy(allow: rules)
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

    /// The URL as it was given, without its query and fragment where one of their names is that of a secret.
    private func shown(_ url: String) -> String {
        guard Redaction.secretNamedParameter(inURL: url) != nil else { return url }
        return url.prefix { $0 != "?" && $0 != "#" } + "?…"
    }
}
