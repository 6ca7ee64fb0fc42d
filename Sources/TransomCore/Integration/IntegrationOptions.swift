// What the user gave for one run of an integration.
// SPDX-License-Identifier: Apache-2.0

/// What the user gave for one run of an integration.
public struct IntegrationOptions: Sendable, Equatable {
    /// Which installation of the vendor's.
    public var environment: RunEnvironment
    /// The parameters, by name; several values only where a parameter may be repeated.
    public var parameters: [String: [String]]
    /// The secrets, resolved, by name.
    public var secrets: [String: SecretValue]
    /// The path within the vendor's page, without a query; nothing for its start.
    public var route: String?
    /// Origins that may be navigated to besides those the integration declares.
    public var allow: [OriginRule]
    /// Schemes of other programs' links that this machine has a program for, among those that the integration asks about.
    public var handledSchemes: Set<String> = []
    /// Payment gateways from which a payment may go on to any bank, besides those the integration declares.
    public var excursions: [Origin] = []
    /// Whether loopback may be named.
    public var profile: RuleProfile

    /// Collects options.
    ///
    /// - Parameters:
    ///   - environment: which installation of the vendor's.
    ///   - parameters: by name.
    ///   - secrets: resolved, by name.
    ///   - route: a path, no query.
    ///   - allow: further origins to navigate to.
    ///   - profile: whether loopback may be named; the standard is that of the environment.
    public init(
        environment: RunEnvironment = .sandbox, parameters: [String: [String]] = [:],
        secrets: [String: SecretValue] = [:], route: String? = nil, allow: [OriginRule] = [],
        profile: RuleProfile? = nil
    ) {
        self.environment = environment
        self.parameters = parameters
        self.secrets = secrets
        self.route = route
        self.allow = allow
        self.profile = profile ?? Self.profile(of: environment)
    }

    /// The profile of an environment: loopback may be named in the sandbox and in development.
    public static func profile(of environment: RunEnvironment) -> RuleProfile {
        switch environment {
        case .sandbox, .development: .test
        case .production, .custom: .production
        }
    }
}
