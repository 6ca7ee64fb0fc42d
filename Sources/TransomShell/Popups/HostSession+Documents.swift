// What a session does with links to documents.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import WebKit

extension HostSession {
    /// Shows a link in a document's frame where the integration declares that, and says whether it did.
    func showDocument(_ url: String) -> Bool {
        guard let declared = integration.declaration.documents, let stage,
            let origin = ParsedURL(url).origin, declared.origins.contains(origin)
        else { return false }
        closeDocument()
        let document = DocumentView(url: url, origins: declared.origins, store: store, stage: stage) { view in
            view.customUserAgent = configuration.userAgent
            restrict(view)
            // What the page may ask for is not its documents'.
            view.grants = []
        }
        document.onClose = { [weak self] in self?.closeDocument() }
        self.document = document
        return true
    }

    /// Takes the document away.
    ///
    /// Returns whether there was one.
    @discardableResult
    func closeDocument() -> Bool {
        guard let document else { return false }
        self.document = nil
        document.remove()
        return true
    }
}
