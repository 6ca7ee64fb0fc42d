// What a program that mints a secret is told.
// SPDX-License-Identifier: Apache-2.0

/// What a program or a service that mints a secret is told, as one JSON object.
public struct SecretRequest: Sendable, Equatable {
    /// Why a secret is asked for.
    public enum Reason: String, Sendable, Equatable {
        /// An integration is opened.
        case start
        /// The vendor's page said that it failed, and is tried once more.
        case error
    }

    /// The name of the integration.
    public var integration: String
    /// Which of the vendor's installations.
    public var environment: RunEnvironment
    /// The name of the kiosk or of the machine.
    public var kiosk: String
    /// The session.
    public var session: String
    /// Why.
    public var reason: Reason

    /// Makes a request.
    public init(
        integration: String, environment: RunEnvironment, kiosk: String, session: String, reason: Reason = .start
    ) {
        self.integration = integration
        self.environment = environment
        self.kiosk = kiosk
        self.session = session
        self.reason = reason
    }

    /// The request as it is sent.
    public var json: JSONValue {
        [
            "integration": .string(integration), "environment": .string(environment.rawValue), "kiosk": .string(kiosk),
            "session": .string(session), "reason": .string(reason.rawValue),
        ]
    }
}
