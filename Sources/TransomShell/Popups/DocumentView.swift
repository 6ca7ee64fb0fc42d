// A document of the vendor's, over the page.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import WebKit

/// Shows a page of an allowed origin in a closable frame.
///
/// It has no handlers, no scripts and no opener.
final class DocumentView: NSObject, WKNavigationDelegate, WKUIDelegate {
    /// Called when the user or the page closes it.
    var onClose: (() -> Void)?

    let view: WKWebView
    private let frame: TitledFrame
    private let origins: OriginSet
    private weak var stage: PageStage?

    /// Opens a document over a stage.
    ///
    /// - Parameters:
    ///   - url: The document, of one of the origins.
    ///   - origins: Where it may lead.
    ///   - store: The data and the network.
    ///   - stage: What it is laid over.
    ///   - prepare: Sets what the view is to have before it loads anything.
    init(
        url: String, origins: OriginSet, store: WKWebsiteDataStore, stage: PageStage,
        prepare: (WKWebView) -> Void = { _ in }
    ) {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = store
        configuration.preferences.restrictToHost()
        view = WKWebView(frame: .zero, configuration: configuration)
        frame = TitledFrame(content: view.hostWidget, title: Redaction.origin(of: url))
        self.origins = origins
        self.stage = stage
        super.init()
        view.navigationDelegate = self
        view.uiDelegate = self
        view.onMainDocument = { [weak self] in self.map { $0.frame.title = $0.view.mainFrameOrigin } }
        frame.onClose = { [weak self] in self?.onClose?() }
        prepare(view)
        stage.cover(with: frame.widget)
        view.load(engineURL: url)
    }

    /// Takes the document away.
    func remove() {
        view.navigationDelegate = nil
        view.uiDelegate = nil
        stage?.uncover(frame.widget)
        view.close()
    }

    func webViewDidClose(_ webView: WKWebView) {
        onClose?()
    }

    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void
    ) {
        let origin = ParsedURL(navigationAction.engineURL).origin
        let isInside = navigationAction.targetFrame != nil && origin.map(origins.contains) ?? false
        decisionHandler(isInside ? .allow : .cancel)
    }
}
