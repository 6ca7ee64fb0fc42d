// A kind of event that an integration gives.
// SPDX-License-Identifier: Apache-2.0

/// A kind of event that an integration gives.
public struct EventDeclaration: Sendable, Equatable {
    /// The type, or a pattern with `*` as in the shell: `hubble.analytics.*`.
    public let type: String
    /// What it means, in a few words.
    public let summary: String
    /// What its data look like.
    public let data: JSONSchema

    /// Declares a kind of event.
    public init(_ type: String, _ summary: String, data: JSONSchema = .object([:])) {
        self.type = type
        self.summary = summary
        self.data = data
    }
}
