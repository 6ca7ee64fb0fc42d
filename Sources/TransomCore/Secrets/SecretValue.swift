// A secret that was resolved.
// SPDX-License-Identifier: Apache-2.0

/// A secret that was resolved: it shows itself as `‹set›` and gives its text only to ``reveal()``.
///
/// Callers of ``reveal()`` are few: the integration that builds the start URL, and the redaction that must know what to
/// look for.
public struct SecretValue: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    private let text: String

    /// Takes a secret.
    public init(_ text: String) { self.text = text }

    /// The secret itself, to be used and never written anywhere.
    public func reveal() -> String { text }

    /// `‹set›`.
    public var description: String { "‹set›" }
    /// `‹set›`.
    public var debugDescription: String { description }
    /// Shows nothing, to `dump` neither.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
