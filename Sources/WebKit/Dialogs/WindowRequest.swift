// A page's request for a window.
// SPDX-License-Identifier: Apache-2.0

/// Ties the configuration that `createWebViewWith` hands out to the one view that is to be made with it.
@MainActor
final class WindowRequest {
    /// The view whose page asks.
    private(set) weak var opener: WKWebView?

    init(opener: WKWebView) {
        self.opener = opener
    }
}
