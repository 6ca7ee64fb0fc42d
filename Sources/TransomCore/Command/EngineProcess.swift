// A process of the engine's.
// SPDX-License-Identifier: Apache-2.0

/// A process of the engine's.
public enum EngineProcess: String, Sendable, Equatable, CaseIterable {
    /// The one that runs the target's page.
    case web
    /// The one that does the network.
    case network
}
