// Something of the host that an integration is made from.
// SPDX-License-Identifier: Apache-2.0

/// Something of the host that an integration is made from, besides the view: the name of a target that offers it.
public struct Capability: RawRepresentable, Sendable, Hashable {
    /// The name.
    public let rawValue: String
    /// Takes a name.
    public init(rawValue: String) { self.rawValue = rawValue }
}
