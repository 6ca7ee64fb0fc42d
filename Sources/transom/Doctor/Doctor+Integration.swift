// Looks whether an integration's far ends can be reached.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import TransomShell

nonisolated extension Doctor {
    /// A check for each origin that an integration names exactly: its name, its certificate, and the clock.
    ///
    /// - Parameters:
    ///   - integration: whose origins.
    ///   - configuration: its settings, with proxy and further authorities.
    /// - Throws: why the integration cannot be made.
    func checks(
        of integration: any Integration.Type, _ configuration: Configuration
    ) throws(IntegrationProblems) -> [DoctorCheck] {
        let options =
            configuration.integrations.isEmpty
            ? IntegrationOptions(profile: .test) : configuration.options(of: integration.name)
        let made = try integration.init(options)
        let policy = made.declaration.policy
        let rules = policy.inside.rules + policy.frames + policy.popups + configuration.policy.allow
        var origins = rules.filter { !$0.coversSubdomains }.map(\.origin) + policy.excursions
        origins += configuration.policy.excursions
        var seen: Set<String> = []
        origins = origins.filter { $0.scheme == "https" && seen.insert($0.description).inserted }
        guard !origins.isEmpty else {
            return [.ok("origins", "\(integration.name) names no origin of the network exactly")]
        }
        return origins.map { Self.check(of: $0, probe($0, configuration.network)) }
    }

    private static func check(of origin: Origin, _ finding: OriginProbe.Finding) -> DoctorCheck {
        let name = origin.description
        switch finding {
        case .reached(let ahead?) where abs(ahead) > 60:
            return .warning(
                name, "answers, and this machine's clock is \(abs(ahead)) s \(ahead > 0 ? "ahead of" : "behind") it",
                fix: "timedatectl set-ntp true")
        case .reached(nil): return .ok(name, "answers with a trusted certificate")
        case .reached: return .ok(name, "answers with a trusted certificate, and the clock is right")
        case .name(let reason):
            return .missing(name, "has no address: \(reason)", fix: "resolvectl query \(origin.host)")
        case .connection(let reason): return .missing(name, "cannot be reached: \(reason)", fix: nil)
        case .certificate(let reason):
            return .missing(
                name, "has a certificate that is not trusted: \(reason)",
                fix:
                    "timedatectl, where the clock is wrong; network.extraCA, where the network has an authority of its own"
            )
        }
    }
}
