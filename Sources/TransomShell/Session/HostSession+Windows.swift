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
        guard judgeWindow(navigationAction, from: webView) else { return nil }
        return makePopup(configuration, for: navigationAction, opener: webView)
    }

    package func webViewDidClose(_ webView: WKWebView) {
        if let popup = popup(of: webView) {
            closePopup(popup.id, by: "page")
        } else if webView === view {
            end(.page)
        }
    }

    /// Whether a frame asks for a window that would be opened outside, which is then blocked: frames cause no hand-off.
    func framesWindowLeaves(_ action: WKNavigationAction) -> Bool {
        guard !action.sourceFrame.isMainFrame else { return false }
        let url = action.engineURL
        guard policy.decide(NavigationRequest(url: url, from: .popup, spelling: .canonical)).enforced == .outside else {
            return false
        }
        tellBlocked(
            url, policy.decide(NavigationRequest(url: url, from: .iframe, spelling: .canonical)), frame: "iframe")
        return true
    }

    /// Judges a new window by its URL, and does what is to be done with one that is not to be made.
    ///
    /// - Parameters:
    ///   - action: What the page asks for.
    ///   - opener: The view whose page asks; of a popup's, nothing leaves unless the integration says so.
    /// - Returns: Whether a popup is to be made.
    func judgeWindow(_ action: WKNavigationAction, from opener: WKWebView) -> Bool {
        guard ending == nil else { return false }
        let url = action.engineURL.isEmpty ? "about:blank" : action.engineURL
        if driven.refusesNextWindow {
            driven.refusesNextWindow = false
            refusePopup(url)
            return false
        }
        if showDocument(url) { return false }
        let decision = policy.decide(NavigationRequest(url: url, from: .popup, spelling: .canonical))
        switch decision.enforced {
        case .outside:
            if framesWindowLeaves(action) { return false }
            if popup(of: opener) == nil || integration.declaration.popups.mayLeave {
                openOutside(url, decision, frame: "popup", isAskedFor: takeGesture(for: action))
            } else {
                tellBlocked(url, decision, frame: "popup")
            }
            return false
        case .blocked:
            tellBlocked(url, decision, frame: "popup")
            return false
        case .inside:
            if hasRealPopups { return true }
            guard integration.declaration.popups.presentation == .foldIntoSameView, url != "about:blank" else {
                refusePopup(url)
                return false
            }
            // A request's body cannot be taken along: the engine's request has a method and no body.
            view?.load(engineURL: url)
            return false
        }
    }
}
