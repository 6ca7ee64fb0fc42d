// How the host speaks to an integration's page.
// SPDX-License-Identifier: Apache-2.0

/// How the host speaks to an integration's page, where the vendor's contract lets it.
///
/// The host runs the script in the main frame with ``arguments(for:)`` as values: `envelope`, which the page's own
/// `message` listener expects, and `targetOrigin`, which is never `*`. No text of a message becomes script, so a type
/// that holds quotes or script is just a type.
public struct OutgoingChannel: Sendable, Equatable {
    /// The script that posts.
    public let script: ScriptDeclaration.Source
    /// The world that the script runs in.
    public let world: ScriptDeclaration.World
    /// The envelope's `source`.
    public let source: String
    /// The one origin that may receive, passed to `postMessage` so that the engine holds to it too.
    public let targetOrigin: Origin
    /// The type of the event after which the page listens; what is sent before waits.
    ///
    /// Nothing where it always listens.
    public let readyEvent: String?
    /// How much a message may carry.
    public let limits: ChannelLimits

    /// Declares the way to a page.
    ///
    /// - Parameters:
    ///   - script: the script that posts, with `envelope` and `targetOrigin` as its arguments.
    ///   - world: the world that it runs in.
    ///   - source: the envelope's `source`.
    ///   - targetOrigin: who may receive.
    ///   - readyEvent: the type of the event after which the page listens.
    ///   - limits: how much a message may carry.
    public init(
        script: ScriptDeclaration.Source = .resource("web_dist/bridge/send.js"), world: ScriptDeclaration.World = .page,
        source: String, targetOrigin: Origin, readyEvent: String?, limits: ChannelLimits = .standard
    ) {
        self.script = script
        self.world = world
        self.source = source
        self.targetOrigin = targetOrigin
        self.readyEvent = readyEvent
        self.limits = limits
    }

    /// The script's arguments by name.
    public func arguments(for message: OutgoingMessage) -> [String: JSONValue] {
        var envelope: [String: JSONValue] = ["source": .string(source), "type": .string(message.type)]
        if let payload = message.payload { envelope["payload"] = .object(payload) }
        return ["envelope": .object(envelope), "targetOrigin": .string(targetOrigin.description)]
    }
}
