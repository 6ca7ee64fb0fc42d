// transom doctor: prints what the doctor found.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import TransomVendors

/// `transom doctor`: prints what the doctor found.
nonisolated struct DoctorCommand {
    /// Who looks.
    let doctor: Doctor

    /// The integrations there are.
    let registry: [any Integration.Type]

    /// Says every check, with status 4 where something is missing.
    ///
    /// - Throws: `RunOptionsError` for an integration or a configuration that cannot be used.
    func run(_ arguments: ParsedArguments) throws(RunOptionsError) -> Report {
        var checks = doctor.checks()
        if arguments.has("kiosk") { checks += doctor.kioskChecks() }
        var configuration = Configuration()
        if let path = arguments.last("config") {
            do throws(ConfigurationMistakes) {
                configuration = try ConfigurationLoader(registry: registry).load(path).document.configuration
            } catch {
                throw .configuration(error)
            }
        }
        if let name = arguments.last("integration") ?? configuration.integrationName {
            let integration: any Integration.Type
            do throws(UnknownIntegration) {
                integration = try IntegrationRegistry.integration(named: name, in: registry)
            } catch {
                throw .unknownIntegration(error)
            }
            do throws(IntegrationProblems) {
                checks += try doctor.checks(of: integration, configuration)
            } catch {
                throw .integration(error, name: name)
            }
        }
        return Report(
            results: checks.map { arguments.has("json") ? $0.json : $0.text },
            status: checks.contains { $0.state == .missing } ? .machine : .success)
    }
}
