// Where an integration's navigations may go.
// SPDX-License-Identifier: Apache-2.0

/// Where an integration's navigations may go; all else is blocked.
public struct PolicyDeclaration: Sendable, Equatable {
    /// The origins that stay inside the view.
    public let inside: OriginSet
    /// The origins that may stand in a frame besides those inside.
    public let frames: [OriginRule]
    /// The origins that may stand in a popup besides those inside.
    public let popups: [OriginRule]
    /// The schemes, `https` and `http` apart, that are handed to another program.
    public let outsideSchemes: [String]
    /// Whether an `https` or `http` URL of a public host that is not inside is handed to the browser.
    public let opensPublicWeb: Bool
    /// Payment gateways from which a payment may go on to a bank's pages that no list names.
    public let excursions: [Origin]

    /// Declares where navigations may go.
    public init(
        inside: OriginSet, frames: [OriginRule] = [], popups: [OriginRule] = [], outsideSchemes: [String] = [],
        opensPublicWeb: Bool = false, excursions: [Origin] = []
    ) {
        self.inside = inside
        self.frames = frames
        self.popups = popups
        self.outsideSchemes = outsideSchemes
        self.opensPublicWeb = opensPublicWeb
        self.excursions = excursions
    }
}
