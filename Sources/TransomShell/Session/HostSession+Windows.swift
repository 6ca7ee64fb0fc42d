// What a session does when a page wants a window.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
package import WebKit

extension HostSession: WKUIDelegate {
    package func webView(
        _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
        for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
    ) -> WKWebView? {
        openWindow(navigationAction)
        return nil
    }

    package func webViewDidClose(_ webView: WKWebView) {
        if webView === view { end(.page) }
    }

    /// Does with a new window what the integration declares.
    func openWindow(_ action: WKNavigationAction) {
        guard ending == nil else { return }
        let url = action.engineURL
        let decision = policy.decide(NavigationRequest(url: url, from: .popup, spelling: .canonical))
        switch decision.enforced {
        case .outside:
            openOutside(url, decision)
        case .blocked:
            tellBlocked(url, decision, frame: "popup")
        case .inside:
            guard integration.declaration.popups.presentation == .foldIntoSameView, url != "about:blank" else {
                tell(
                    EventDraft(
                        "transom.navigation.blocked",
                        ["url": .string(Redaction.url(url)), "rule": "popups", "frame": "popup"]))
                return surroundings.say("\(name): blocked a new window (rule popups)")
            }
            // A request's body cannot be taken along: the engine's request has a method and no body.
            view?.load(engineURL: url)
        }
    }
}
