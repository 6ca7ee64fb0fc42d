// Which frames are asking for a device or a file.
// SPDX-License-Identifier: Apache-2.0

import CTransomWebKit
import TransomGLib

/// What frames have announced that they ask for, each until that is over: the engine's own signals name no frame.
///
/// Where nobody or more than one has announced it, a page with frames is told as a frame of which nothing is known, and never
/// as its main frame.
@MainActor
struct FrameAsks {
    /// A page may ask without an end; beyond this number of documents nobody is known.
    private static let capacity = 64

    private var media: [String: (document: DocumentIdentity, count: Int)] = [:]
    private var file: DocumentIdentity?

    /// Takes an announcement of a view's web process.
    mutating func received(_ parameters: OpaquePointer, of webView: WKWebView) {
        guard let token = Variant.string(parameters, at: 0), let kind = Variant.string(parameters, at: 1) else {
            return
        }
        guard let document = DocumentRegistry.document(token: token), document.webView === webView else {
            if kind == "file" { file = nil }
            return
        }
        switch kind {
        case "file": file = document
        case "file-over": file = nil
        case "media":
            guard media.count < Self.capacity || media[token] != nil else { return }
            media[token] = (document, (media[token]?.count ?? 0) + 1)
        case "media-over":
            guard let count = media[token]?.count else { return }
            media[token] = count > 1 ? (document, count - 1) : nil
        default: break
        }
    }

    /// A frame has another document; a main frame's takes all others with it.
    mutating func replaced(by document: DocumentIdentity) {
        if document.isMainFrame {
            media = media.filter { $0.key == document.token }
            if file?.token != document.token { file = nil }
        } else {
            media = media.filter { $0.key == document.token || $0.value.document.frame != document.frame }
        }
    }

    /// The frame that asks for a camera or a microphone.
    func mediaFrame(in webView: WKWebView) -> WKFrameInfo {
        frame(of: media.count == 1 ? media.values.first?.document : nil, isKnown: media.isEmpty, in: webView)
    }

    /// The frame that asks for a file.
    func fileFrame(in webView: WKWebView) -> WKFrameInfo {
        frame(of: file, isKnown: true, in: webView)
    }

    private func frame(of document: DocumentIdentity?, isKnown: Bool, in webView: WKWebView) -> WKFrameInfo {
        if let document { return document.frameInfo() }
        // Without other frames it can only be the main one.
        let isMain = isKnown && !DocumentRegistry.hasSubframes(webView)
        return isMain ? webView.mainFrameInfo : WKFrameInfo.unattributed(in: webView)
    }
}
