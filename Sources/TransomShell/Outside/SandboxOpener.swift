// The sandbox's own pages, where a browser would be opened.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import WebKit

/// Shows a page that the sandbox serves in a frame over the page that sent the customer there, since no browser of the
/// desktop can reach it; everything else goes the usual way.
final class SandboxOpener: ExternalOpener {
    /// `sandbox`, or the name of whoever opened last.
    private(set) var name = "sandbox"

    private let origins: OriginSet
    private let store: WKWebsiteDataStore
    private let other: any ExternalOpener
    private weak var stage: PageStage?
    private var page: DocumentView?
    private var onDismissed: (() -> Void)?

    /// Opens pages of these origins itself.
    ///
    /// - Parameters:
    ///   - origins: What the sandbox serves.
    ///   - store: Whose network is the sandbox.
    ///   - other: Opens the rest.
    init(origins: OriginSet, store: WKWebsiteDataStore, other: any ExternalOpener) {
        self.origins = origins
        self.store = store
        self.other = other
    }

    /// The view that shows a page now.
    var shownView: WKWebView? { page?.view }

    func stand(on stage: PageStage) {
        self.stage = stage
        other.stand(on: stage)
    }

    func open(_ url: String, completion: @escaping (String?) -> Void) {
        guard let origin = ParsedURL(url).origin, origins.contains(origin), let stage else {
            name = other.name
            return other.open(url, completion: completion)
        }
        _ = dismiss()
        name = "sandbox"
        let page = DocumentView(url: url, origins: origins, store: store, stage: stage)
        page.onClose = { [weak self] in
            if self?.dismiss() ?? false { self?.onDismissed?() }
        }
        self.page = page
        completion(nil)
    }

    func whenDismissed(_ body: @escaping () -> Void) {
        onDismissed = body
        other.whenDismissed(body)
    }

    func dismiss() -> Bool {
        guard let page else { return other.dismiss() }
        self.page = nil
        page.remove()
        return true
    }
}
