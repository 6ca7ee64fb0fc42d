// What a value of the configuration may be: checks, the JSON Schema and the lists of keys are made from it.
// SPDX-License-Identifier: Apache-2.0

/// What a value of the configuration may be.
///
/// The checks, the JSON Schema for editors and the lists of possible keys are made from it and from nothing else.
indirect enum ConfigurationShape: Sendable {
    /// A whole number, what it counts, and how little and how much of it is possible.
    case integer(ClosedRange<Int>, of: String)
    /// Seconds, fractions included.
    case seconds(ClosedRange<Double>)
    /// One of these numbers.
    case oneOf([Int])
    /// One of these words.
    case word([String])
    /// A text of a kind.
    case text(ConfigurationText)
    /// A parameter of an integration: what it declares, or several of it where it may be repeated.
    case parameter(ParameterDeclaration)
    /// An array of at most so many.
    case list(ConfigurationShape, maximum: Int)
    /// An object with these keys and no other.
    case object([ConfigurationField])

    /// The keys of an object, or none.
    var fields: [ConfigurationField] {
        guard case .object(let fields) = self else { return [] }
        return fields
    }
}
