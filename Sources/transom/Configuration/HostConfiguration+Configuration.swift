// What a configuration says of a run besides its options.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import TransomShell

extension HostConfiguration {
    /// Takes what a configuration says and no option of a command line can.
    ///
    /// - Parameter registry: the integrations there are.
    nonisolated mutating func apply(_ configuration: Configuration, registry: [any Integration.Type]) {
        settings = configuration
        if let kiosk = configuration.kiosk { hostName = kiosk }
        limits.channel = configuration.channel
        for (name, settings) in configuration.integrations where integration.sheets.contains(where: { $0.name == name })
        {
            var sheet =
                sheets[name]
                ?? Sheet(options: IntegrationOptions(environment: options.environment, profile: options.profile))
            sheet.options.allow = options.allow
            sheet.options.excursions = options.excursions
            sheet.options.route = settings.route
            sheet.outside = settings.outside.flatMap { Outside(rawValue: $0.rawValue) }
            sheets[name] = sheet
        }
    }
}
