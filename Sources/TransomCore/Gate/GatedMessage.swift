// A message that passed the gate.
// SPDX-License-Identifier: Apache-2.0

/// A message that passed the gate: from a document that may speak, within its limits, of a kind that its handler takes.
public struct GatedMessage: Sendable, Equatable {
    /// The name of the handler.
    public let handler: String
    /// Who posted.
    public let speaker: Speaker
    /// The body; a text is `.string` where the handler does not parse it.
    public let body: JSONValue
    /// The URL of the document that posted, as the engine spells it, or nothing; it may hold secrets.
    public let documentURL: String?

    /// Makes a message; outside the gate only tests of an integration's decoding have a use for it.
    public init(handler: String, speaker: Speaker, body: JSONValue, documentURL: String? = nil) {
        self.handler = handler
        self.speaker = speaker
        self.body = body
        self.documentURL = documentURL
    }
}
