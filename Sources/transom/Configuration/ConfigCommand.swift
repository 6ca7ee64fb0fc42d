// transom config: begins, checks, shows and describes configurations.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import TransomVendors

/// `transom config init|check|show|schema`.
nonisolated struct ConfigCommand {
    /// The integrations there are.
    let registry: [any Integration.Type]

    /// Carries one of the four out.
    ///
    /// - Throws: `RunOptionsError` for an integration that does not exist.
    func run(_ arguments: ParsedArguments) throws(RunOptionsError) -> Report {
        let given = arguments.positionals.first ?? ""
        switch arguments.command {
        case CommandTable.configInit:
            return Report(results: [try ConfigurationDraft(registry: registry).text(for: given)])
        case CommandTable.configSchema:
            return Report(results: [JSONText.encode(ConfigurationReader(integrations: registry).schema)])
        default: return report(on: given, isShown: arguments.command == CommandTable.configShow)
        }
    }

    private func report(on path: String, isShown: Bool) -> Report {
        do throws(ConfigurationMistakes) {
            let loaded = try ConfigurationLoader(registry: registry).load(path)
            let notes = loaded.notes.map { "transom: config: note: " + $0 }
            guard isShown else {
                return Report(results: ["\(path): valid, opens \(name(loaded.document))"], notes: notes)
            }
            let entries = loaded.document.entries
            let width = min(72, entries.map { $0.path.count + $0.value.count + 2 }.max() ?? 0)
            return Report(
                results: entries.map { entry in
                    let value = entry.path + ": " + entry.value
                    let padding = String(repeating: " ", count: max(2, width + 2 - value.count))
                    return value + padding + "// " + (entry.place?.description ?? "standard")
                }, notes: notes)
        } catch {
            return Report(notes: error.all.map(\.description), status: .configuration)
        }
    }

    private func name(_ document: ConfigurationDocument) -> String {
        let environment = document.configuration.environment.map { " in \($0)" } ?? ""
        return (document.configuration.integrationName ?? "nothing") + environment
    }
}
