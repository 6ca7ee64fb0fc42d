// A configuration to begin with.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import TransomVendors

/// A configuration to begin with: everything that an integration must have, and what a kiosk is likely to want.
nonisolated struct ConfigurationDraft {
    /// The integrations there are.
    let registry: [any Integration.Type]

    /// The text of a file for one integration; it is valid once what stands in it as `FILL-IN` is replaced.
    ///
    /// - Throws: `RunOptionsError` where there is no such integration.
    func text(for name: String) throws(RunOptionsError) -> String {
        let integration: any Integration.Type
        do {
            integration = try IntegrationRegistry.integration(named: name, in: registry)
        } catch {
            throw .unknownIntegration(error)
        }
        let environment: RunEnvironment =
            integration.environments.contains(.production) ? .production : integration.environments.first ?? .sandbox
        var lines = [
            "// \(integration.name): \(integration.summary).",
            "// transom config check FILE says what is wrong; every key is in the schema: transom config schema",
            "{",
            "  kiosk: \"kiosk-1\",",
            "  environment: \"\(environment)\",   // \(integration.environments.map(\.rawValue).joined(separator: ", "))",
        ]
        if integration.sheets.isEmpty {
            lines += settings(of: integration, in: environment)
        } else {
            lines += [
                "  home: { folder: \"/usr/share/acme/home\" },   // or { url: \"https://till.acme.example/\" }",
                "  integrations: {",
                "    volley: { outside: \"qr\" },   // transom integrations lists them",
                "  },",
            ]
        }
        lines += [
            "  window: { mode: \"kiosk\" },",
            "  session: { idleResetAfter: 60, warnFor: 15, duringPayment: 300 },   // seconds",
            "  events: [\"journal\"],",
            "  // policy: { allow: [\"https://checkout.example\"] },",
            "  // network: { proxy: \"http://10.0.0.1:3128\", extraCA: \"/etc/ssl/acme.pem\" },",
            "  // languages: [\"en-NZ\"],",
            "  // staff: { pin: \"file:/etc/transom/staff.pin\" },",
            "}",
        ]
        return lines.joined(separator: "\n")
    }

    private func settings(of integration: any Integration.Type, in environment: RunEnvironment) -> [String] {
        let required = integration.parameters.filter { $0.requiredIn.contains(environment) }
        guard !required.isEmpty else { return ["  integrations: { \(integration.name): {} },"] }
        var lines = ["  integrations: {", "    \(integration.name): {"]
        let parameters = required.filter { !$0.isSecret }
        if !parameters.isEmpty {
            lines.append("      parameters: {")
            for parameter in parameters {
                lines.append("        \(parameter.name): \(Self.value(of: parameter)),   // \(parameter.summary)")
            }
            lines.append("      },")
        }
        let secrets = required.filter(\.isSecret)
        if !secrets.isEmpty {
            lines.append("      secrets: {")
            for secret in secrets {
                lines.append("        \(secret.name): \"credential:\(secret.name)\",   // \(secret.summary)")
            }
            lines.append("      },")
        }
        return lines + ["    },", "  },"]
    }

    private static func value(of parameter: ParameterDeclaration) -> String {
        switch parameter.kind {
        case .boolean: "false"
        case .number: "1"
        case .choice(let words): "\"\(words.first ?? "")\""
        case .text, .origin, .url: "\"\(ConfigurationReader.placeholder)\""
        }
    }
}
