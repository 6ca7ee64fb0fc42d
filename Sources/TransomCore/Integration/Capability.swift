// Something of the host that an integration is made from.
// SPDX-License-Identifier: Apache-2.0

/// Something of the host that an integration is made from, besides the view: the name of what offers it, and its settings.
///
/// The shell knows no capability. Whoever starts the host says which there are, and each reads the settings that are its own.
public struct Capability: Sendable, Equatable {
    /// The name.
    public let name: String
    /// What the integration sets, in the capability's own words.
    public let settings: [String: JSONValue]

    /// Asks for a capability.
    public init(_ name: String, settings: [String: JSONValue] = [:]) {
        self.name = name
        self.settings = settings
    }
}
