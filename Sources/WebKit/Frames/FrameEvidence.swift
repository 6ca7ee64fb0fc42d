// What is known about which frame navigates.
// SPDX-License-Identifier: Apache-2.0

/// What the web process says of the frame that a navigation is for; GTK's policy decision says nothing.
@MainActor
enum FrameEvidence {
    /// The main frame said so, or the page has no other frame.
    case main
    /// A frame said so; with its document where that is known.
    case frame(DocumentIdentity?)
    /// An element shows a frame of that URL; with the document that it is in, nil for the main frame's.
    case element(DocumentIdentity?)
    /// A frame may be leading another one, by a link or a form of its own.
    case led
    /// Nobody said anything: one frame may lead another of a foreign origin, or the scheme is not the engine's.
    case unknown

    /// Takes the extension's answer; none at all means that nothing is known.
    init(_ answer: ExtensionAnswer?) {
        switch answer?.text(at: 0) {
        case "main": self = .main
        case "led": self = .led
        case "frame": self = .frame(answer?.text(at: 1).flatMap { DocumentRegistry.document(token: $0) })
        case "element": self = .element(answer?.text(at: 1).flatMap { DocumentRegistry.document(token: $0) })
        default: self = .unknown
        }
    }
}
