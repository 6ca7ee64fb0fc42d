// The navigation policy of a run.
// SPDX-License-Identifier: Apache-2.0

extension Integration {
    /// The navigation policy of a run of this integration, with what its environment adds to the declaration.
    ///
    /// - Parameters:
    ///   - options: what the user gave: environment and further origins.
    ///   - mode: whether decisions are carried out.
    public func navigationPolicy(
        _ options: IntegrationOptions, mode: NavigationPolicy.Mode = .enforce
    ) -> NavigationPolicy {
        var allow = options.allow
        if options.environment == .sandbox {
            // A bank's page, for which the vendor has no origin, stands in the sandbox at an origin of its own.
            allow += Self.sandboxOrigins.map { OriginRule(exactly: $0) }
        }
        return declaration.policy.navigationPolicy(allow: allow, mode: mode)
    }
}
