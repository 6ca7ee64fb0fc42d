// What a configuration gives to one integration.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

extension Configuration {
    /// The options that an integration is made from where nothing is opened: stand-ins say that its secrets are given.
    ///
    /// - Parameters:
    ///   - name: the integration.
    ///   - allow: further rules.
    nonisolated func options(of name: String, allow: [OriginRule] = []) -> IntegrationOptions {
        let settings = integrations[name] ?? IntegrationSettings()
        var parameters = settings.parameters
        if name == integrationName {
            switch home {
            case .folder(let path): parameters["assets"] = [path]
            case .url(let url): parameters["url"] = [url]
            case nil: break
            }
        }
        var options = IntegrationOptions(
            environment: environment ?? .sandbox, parameters: parameters,
            secrets: settings.secrets.mapValues { _ in SecretValue("given") }, route: settings.route,
            allow: policy.allow + allow)
        options.excursions = policy.excursions
        return options
    }
}
