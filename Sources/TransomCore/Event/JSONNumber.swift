// A number with a fraction or an exponent that JSON can write.
// SPDX-License-Identifier: Apache-2.0

/// A double that JSON can write: never infinite, never NaN.
///
/// The type is the check, so that encoding a ``JSONValue`` cannot fail.
public struct JSONNumber: Sendable, Equatable {
    /// The number; finite.
    public let value: Double

    /// Takes a double over, or nothing where it is infinite or NaN.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        self.value = value
    }
}
