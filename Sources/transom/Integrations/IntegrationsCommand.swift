// transom integrations: what there is, and what each one takes.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import TransomVendors

/// `transom integrations`: lists the integrations, or describes one.
nonisolated struct IntegrationsCommand {
    /// The integrations there are.
    let registry: [any Integration.Type]

    /// Says what the command line asks for.
    ///
    /// - Throws: `RunOptionsError` for an integration that does not exist.
    func run(_ arguments: ParsedArguments) throws(RunOptionsError) -> Report {
        var chosen = registry
        if let name = arguments.positionals.first {
            do {
                chosen = [try IntegrationRegistry.integration(named: name, in: registry)]
            } catch {
                throw .unknownIntegration(error)
            }
        }
        if arguments.has("json") { return Report(results: chosen.map { IntegrationJSON(integration: $0).line }) }
        guard arguments.positionals.isEmpty else {
            return Report(results: chosen.map { IntegrationText(integration: $0).text })
        }
        let width = (registry.map { $0.name.count }.max() ?? 0) + 2
        return Report(
            results: registry.map { $0.name + String(repeating: " ", count: width - $0.name.count) + $0.summary })
    }
}
