// Finds an integration by the name that somebody typed.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// Finds an integration by the name that somebody typed.
nonisolated struct IntegrationLookup {
    private let registry: [any Integration.Type]

    /// Looks among these integrations.
    init(_ registry: [any Integration.Type]) {
        self.registry = registry
    }

    /// The integration of that name.
    ///
    /// - Throws: `RunOptionsError.unknownIntegration` with the name that may have been meant.
    func find(_ name: String) throws(RunOptionsError) -> any Integration.Type {
        if let found = registry.first(where: { $0.name == name }) { return found }
        let suggestion = NearestName.suggestion(for: name, in: registry.map { $0.name })
        throw .unknownIntegration(given: name, suggestion: suggestion)
    }
}
