// The description of one integration for programs.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// The description of one integration for programs: one JSON object, with a JSON Schema for each kind of event.
nonisolated struct IntegrationJSON {
    /// The integration that is described.
    let integration: any Integration.Type

    /// The object as one line.
    var line: String {
        var line = JSONLine()
        line.add("integration", .string(integration.name))
        line.add("summary", .string(integration.summary))
        line.add("environments", strings(integration.environments.map(\.rawValue)))
        line.add("parameters", integration.parameters.filter { !$0.isSecret }.map(parameter))
        line.add("secrets", integration.parameters.filter(\.isSecret).map(parameter))
        line.add("routes", strings(integration.routes))
        if let declaration = try? integration.init(IntegrationOptions(profile: .test)).declaration {
            line.add("origins", strings(declaration.policy.inside.rules.map(\.description)))
            line.add("frames", strings(declaration.policy.frames.map(\.description)))
            line.add("popups", strings(declaration.policy.popups.map(\.description)))
            line.add("outsideSchemes", strings(declaration.policy.outsideSchemes))
            line.add("opensPublicWeb", .bool(declaration.policy.opensPublicWeb))
            line.add("handlers", declaration.handlers.map(handler))
        }
        line.add("sandboxOrigins", strings(integration.sandboxOrigins.map(\.description)))
        line.add("events", integration.events.map(event))
        line.add("plays", integration.plays.map(play))
        line.add("setup", strings(integration.setup))
        return line.text
    }

    private func parameter(_ declaration: ParameterDeclaration) -> JSONLine {
        var line = JSONLine()
        line.add("name", .string(declaration.name))
        line.add("summary", .string(declaration.summary))
        if let option = declaration.option { line.add("option", .string(option)) }
        if !declaration.isSecret { line.add("kind", .string(declaration.kind.name)) }
        if case .choice(let words) = declaration.kind { line.add("possible", strings(words)) }
        line.add(
            "requiredIn", strings(integration.environments.filter(declaration.requiredIn.contains).map(\.rawValue)))
        if let standard = declaration.standard { line.add("default", .string(standard)) }
        line.add("repeatable", .bool(declaration.isRepeatable))
        return line
    }

    private func handler(_ declaration: HandlerDeclaration) -> JSONLine {
        var line = JSONLine()
        line.add("name", .string(declaration.name))
        line.add("form", .string(declaration.form.rawValue))
        line.add("mainFrameOnly", .bool(declaration.mainFrameOnly))
        line.add("origins", strings(declaration.origins.rules.map(\.description)))
        line.add("isolated", .bool(declaration.world != .page))
        return line
    }

    private func event(_ declaration: EventDeclaration) -> JSONLine {
        var line = JSONLine()
        line.add("type", .string(declaration.type))
        line.add("summary", .string(declaration.summary))
        line.add("data", declaration.data.json)
        return line
    }

    private func play(_ declaration: PlayDeclaration) -> JSONLine {
        var line = JSONLine()
        line.add("name", .string(declaration.name))
        line.add("summary", .string(declaration.summary))
        line.add("events", strings(declaration.events))
        return line
    }

    private func strings(_ texts: [String]) -> JSONValue {
        .array(texts.map(JSONValue.string))
    }
}
