// Everything that is wrong with a configuration, at once.
// SPDX-License-Identifier: Apache-2.0

/// Everything that is wrong with a configuration, at once, in the order of the files.
public struct ConfigurationMistakes: Error, Sendable, Equatable, CustomStringConvertible {
    /// The mistakes, one at least.
    public let all: [ConfigurationMistake]

    /// Collects mistakes.
    public init(_ all: [ConfigurationMistake]) { self.all = all }

    /// The mistakes, a line each.
    public var description: String { all.map(\.description).joined(separator: "\n") }
}
