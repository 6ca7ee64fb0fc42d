// A message as it comes from the engine, before anything about it is believed.
// SPDX-License-Identifier: Apache-2.0

/// A message as it comes from the engine, before anything about it is believed.
///
/// Not `Sendable`: a body of Foundation's classes stays on the thread that made it, and so does the gate.
public struct GatedInput {
    /// The name of the handler that was posted to.
    public let handler: String
    /// Who posted, as far as the stamp says.
    public let speaker: Speaker
    /// Whether the message carried the web-process extension's stamp.
    public let isStamped: Bool
    /// The body: what `WKScriptMessage.body` holds, or a ``JSONValue``.
    public let body: Any
    /// The URL of the document that posted, as the engine spells it, or nothing; it may hold secrets.
    public let documentURL: String?

    /// Makes an input.
    ///
    /// - Parameters:
    ///   - handler: the name of the handler that was posted to.
    ///   - speaker: who posted.
    ///   - isStamped: whether the extension vouches for `speaker`.
    ///   - body: what `WKScriptMessage.body` holds, or a ``JSONValue``.
    ///   - documentURL: the URL of the document that posted.
    public init(handler: String, speaker: Speaker, isStamped: Bool, body: Any, documentURL: String? = nil) {
        self.handler = handler
        self.speaker = speaker
        self.isStamped = isStamped
        self.body = body
        self.documentURL = documentURL
    }
}
