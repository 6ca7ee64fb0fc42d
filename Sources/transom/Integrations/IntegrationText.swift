// The description of one integration for people.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// The description of one integration for people: what it takes, what it gives, what it may reach.
nonisolated struct IntegrationText {
    /// The integration that is described.
    let integration: any Integration.Type

    /// The description, several lines without a line feed at the end.
    var text: String {
        var blocks = ["\(integration.name): \(integration.summary)"]
        blocks.append("Environments: " + integration.environments.map(\.rawValue).joined(separator: ", "))
        add("Parameters", integration.parameters.filter { !$0.isSecret }.map { (usage($0), describe($0)) }, to: &blocks)
        add("Secrets", integration.parameters.filter(\.isSecret).map { (usage($0), describe($0)) }, to: &blocks)
        add("Routes", integration.routes.map { ($0, "") }, to: &blocks)
        if let declaration = try? integration.init(IntegrationOptions(profile: .test)).declaration {
            add(declaration, to: &blocks)
        }
        add("Origins of the sandbox only", integration.sandboxOrigins.map { ($0.description, "") }, to: &blocks)
        add("Events", integration.events.map { ($0.type, $0.summary) }, to: &blocks)
        add(
            "Plays of the sandbox",
            integration.plays.map {
                ("--play " + $0.name, $0.summary + "; gives " + $0.events.joined(separator: ", "))
            },
            to: &blocks)
        add("To set up at the vendor", integration.setup.map { ($0, "") }, to: &blocks)
        return blocks.joined(separator: "\n\n")
    }

    private func add(_ declaration: IntegrationDeclaration, to blocks: inout [String]) {
        add("Origins inside", declaration.policy.inside.rules.map { ($0.description, "") }, to: &blocks)
        add("Origins in frames", declaration.policy.frames.map { ($0.description, "") }, to: &blocks)
        add("Origins in popups", declaration.policy.popups.map { ($0.description, "") }, to: &blocks)
        let leaving =
            declaration.policy.outsideSchemes
            + (declaration.policy.opensPublicWeb ? ["https and http to public hosts"] : [])
        add("Schemes that leave", leaving.map { ($0, "") }, to: &blocks)
        add(
            "Handlers",
            declaration.handlers.map { handler in
                let frames = handler.mainFrameOnly ? "main frame" : "any frame"
                let speaker = handler.world == .page ? "" : ", for the host's own script"
                return (handler.name, "\(handler.form.rawValue), \(frames), from \(handler.origins)\(speaker)")
            }, to: &blocks)
    }

    private func usage(_ parameter: ParameterDeclaration) -> String {
        if let option = parameter.option { return option }
        return parameter.isSecret ? "--secret \(parameter.name)=REF" : "--param \(parameter.name)=…"
    }

    private func describe(_ parameter: ParameterDeclaration) -> String {
        var parts = [parameter.summary]
        if !parameter.isSecret { parts.append(parameter.kind.expectation) }
        let required = integration.environments.filter(parameter.requiredIn.contains)
        if !required.isEmpty { parts.append("required in " + required.map(\.rawValue).joined(separator: ", ")) }
        if let standard = parameter.standard { parts.append("\(standard) where it is not given") }
        if parameter.isRepeatable { parts.append("may be repeated") }
        return parts.joined(separator: "; ")
    }

    private func add(_ title: String, _ rows: [(name: String, text: String)], to blocks: inout [String]) {
        guard !rows.isEmpty else { return }
        let width = min(36, (rows.filter { !$0.text.isEmpty }.map(\.name.count).max() ?? 0) + 2)
        let lines = rows.map { row in
            guard !row.text.isEmpty else { return "  " + row.name }
            let text = TextWrapper.wrap(row.text, width: max(40, 100 - width), indentation: width + 2)
            guard row.name.count + 2 <= width else {
                return "  \(row.name)\n" + String(repeating: " ", count: width + 2) + text
            }
            return "  " + row.name + String(repeating: " ", count: width - row.name.count) + text
        }
        blocks.append(([title] + lines).joined(separator: "\n"))
    }
}
