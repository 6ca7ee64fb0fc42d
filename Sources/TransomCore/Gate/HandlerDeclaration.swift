// A script message handler that an integration asks for.
// SPDX-License-Identifier: Apache-2.0

/// A script message handler that an integration asks for: `window.webkit.messageHandlers.NAME`.
public struct HandlerDeclaration: Sendable, Equatable {
    /// The name that the page posts to.
    public let name: String
    /// Which bodies it takes.
    public let form: MessageForm
    /// Whether a text is parsed as JSON and must be an object; where false, a text is passed on as it is.
    public let parsesText: Bool
    /// Which documents may post.
    public let origins: OriginSet
    /// Whether only the main frame may post.
    public let mainFrameOnly: Bool
    /// How much it may carry; nothing stands for ``Limits/channel``.
    public let limits: ChannelLimits?
    /// The world whose scripts see the handler; one that is isolated is out of the page's reach.
    public let world: ScriptDeclaration.World
    /// How its messages come.
    public let carrier: MessageCarrier
    /// Whether `postMessage` gives the page a promise, which resolves with what came of its command.
    public let isAnswered: Bool

    /// Declares a handler.
    ///
    /// - Parameters:
    ///   - name: an identifier of JavaScript.
    ///   - form: which bodies it takes.
    ///   - parsesText: true where the vendor posts JSON text.
    ///   - origins: which documents may post; never empty.
    ///   - mainFrameOnly: false only where the vendor's contract has a frame speak.
    ///   - limits: how much it may carry, where that is another figure than the host's.
    ///   - world: an isolated one where a script of the integration's own speaks, and not the page.
    ///   - carrier: a capability where the page does not post to it itself.
    ///   - isAnswered: whether the page gets a promise.
    public init(
        _ name: String, form: MessageForm, parsesText: Bool = false, origins: OriginSet, mainFrameOnly: Bool = true,
        limits: ChannelLimits? = nil, world: ScriptDeclaration.World = .page,
        carrier: MessageCarrier = .scriptMessage, isAnswered: Bool = false
    ) {
        self.name = name
        self.form = form
        self.parsesText = parsesText
        self.origins = origins
        self.mainFrameOnly = mainFrameOnly
        self.limits = limits
        self.world = world
        self.carrier = carrier
        self.isAnswered = isAnswered
    }
}
