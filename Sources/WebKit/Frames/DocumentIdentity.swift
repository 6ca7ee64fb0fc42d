// One document that a web process announced.
// SPDX-License-Identifier: Apache-2.0

import TransomGLib

/// What is known of a document: announced once by the web process, before the document's first message.
@MainActor
final class DocumentIdentity {
    /// The secret that the document's messages carry.
    let token: String
    /// The frame's number, unique in its view.
    let frame: UInt64
    /// Whether it is a main frame's document.
    let isMainFrame: Bool
    /// The origin's serialisation, `null` when opaque.
    let origin: String
    /// The same for delegates and handlers, made once.
    private let securityOrigin: WKSecurityOrigin
    /// The URL at the announcement.
    let url: String
    /// The world's name, empty for the page's.
    let world: String
    /// Which of its view's web processes it is in.
    private let process: Int
    /// The view that shows it.
    private(set) weak var webView: WKWebView?

    init?(_ parameters: OpaquePointer, webView: WKWebView) {
        guard let token = Variant.string(parameters, at: 0), token.utf8.count == DocumentRegistry.tokenLength,
            let frame = Variant.uint64(parameters, at: 1), let isMainFrame = Variant.boolean(parameters, at: 2),
            let origin = Variant.string(parameters, at: 3), let url = Variant.string(parameters, at: 4),
            let world = Variant.string(parameters, at: 5)
        else { return nil }
        self.token = token
        self.frame = frame
        self.isMainFrame = isMainFrame
        self.origin = origin
        securityOrigin = WKSecurityOrigin(serialization: origin)
        self.url = url
        self.world = world
        process = webView.processNumber
        self.webView = webView
    }

    /// What tells this document from every other.
    var key: DocumentKey { DocumentKey(token: token) }

    /// The frame as a delegate sees it.
    ///
    /// - Parameter url: The document's URL now, where it has changed without a new document.
    func frameInfo(url: String? = nil) -> WKFrameInfo {
        WKFrameInfo(
            isMainFrame: isMainFrame, engineURL: url ?? self.url, securityOrigin: securityOrigin, webView: webView,
            isAttributed: true, documentKey: key, identity: (frame, process))
    }
}
