// What those who drive a page need of a view besides Apple's API.
// SPDX-License-Identifier: Apache-2.0

extension WKWebView {
    /// The frames of other documents than the main frame's that the web process announced, the newest first.
    ///
    /// One that is gone is still among them; a script in it fails.
    package var subframes: [WKFrameInfo] {
        var seen: Set<UInt64> = []
        return DocumentRegistry.subframeDocuments(of: self).filter { seen.insert($0.frame).inserted }
            .map { $0.frameInfo() }
    }

    /// Whether a WebDriver drives the view.
    var isAutomated: Bool { configuration.websiteDataStore.automation != nil }

    /// Tells one frame of this view from another; nil for one of another view or of a web process that is gone.
    package func number(of frame: WKFrameInfo) -> UInt64? {
        frame.number(in: self)
    }
}
