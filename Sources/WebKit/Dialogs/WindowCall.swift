// A call of a page's own function that opens a window or a dialog.
// SPDX-License-Identifier: Apache-2.0

import CTransomWebKit
import TransomGLib

/// What a frame's `open`, `alert`, `confirm` or `prompt` is doing: announced by the web process before the engine's own
/// signal, and taken back when the call is over.
@MainActor
struct WindowCall {
    /// The document whose function was called; nil where nobody knows it any more.
    let document: DocumentIdentity?
    /// The function's name.
    let name: String
    /// The features text that was passed to `open`.
    let features: String

    /// The frame that calls, for a delegate; an opaque one where nobody knows it.
    func frameInfo(in webView: WKWebView) -> WKFrameInfo {
        document?.frameInfo() ?? .unattributed(in: webView)
    }

    /// Reads an announcement of a view's web process; nil says that the call is over.
    init?(_ parameters: OpaquePointer, of webView: WKWebView) {
        guard let token = Variant.string(parameters, at: 0), let name = Variant.string(parameters, at: 1),
            let features = Variant.string(parameters, at: 2), !name.isEmpty
        else { return nil }
        let document = DocumentRegistry.document(token: token)
        self.document = document?.webView === webView ? document : nil
        self.name = name
        self.features = features
    }
}
