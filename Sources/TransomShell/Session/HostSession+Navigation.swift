// What a session does with navigations.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import TransomCore
package import WebKit

extension HostSession: WKNavigationDelegate {
    package func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void
    ) {
        guard ending == nil else { return decisionHandler(.cancel) }
        hasDecided = true
        beginIfNeeded()
        showsLife()
        guard let target = navigationAction.targetFrame else {
            if framesWindowLeaves(navigationAction) { return decisionHandler(.cancel) }
            // The engine asks once more for the view of a window that is allowed here, and only there is it made.
            return decisionHandler(hasRealPopups || judgeWindow(navigationAction, from: webView) ? .allow : .cancel)
        }
        let popup = popup(of: webView)
        let url = navigationAction.engineURL
        let (from, decision) = judge(
            navigationAction, in: target.isMainFrame ? (popup == nil ? .main : .popup) : .iframe)
        if from == .main, isReturn(url, decision) { return decisionHandler(.cancel) }
        switch decision.enforced {
        case .inside:
            if decision.outcome == .inside { tellNavigation("inside", url, decision, frame: from.rawValue) }
            if decision.outcome != .inside { tellBlocked(url, decision, frame: from.rawValue) }
            if from == .main { pendingPage = (url, navigationAction.request.httpMethod ?? "GET" == "GET") }
            decisionHandler(.allow)
        case .outside:
            decisionHandler(.cancel)
            if popup == nil, showDocument(url) { return }
            if popup != nil, !integration.declaration.popups.mayLeave {
                return tellBlocked(url, decision, frame: from.rawValue)
            }
            openOutside(url, decision, frame: from.rawValue, isAskedFor: takeGesture(for: navigationAction))
        case .blocked:
            decisionHandler(.cancel)
            tellBlocked(url, decision, frame: from.rawValue)
            if from == .main, isFirstLoad(url) || isHostsLoad { pageFailed(.blocked(rule: decision.rule)) }
        }
    }

    /// Judges a navigation; where it may be a frame's for all that is known, nothing but the frame's rules lets it go
    /// anywhere that the main frame may not stay.
    private func judge(
        _ action: WKNavigationAction, in target: NavigationTarget
    ) -> (NavigationTarget, NavigationDecision) {
        func decide(_ target: NavigationTarget) -> NavigationDecision {
            let request = NavigationRequest(url: action.engineURL, from: target, spelling: .canonical)
            return onExcursion(action, request, policy.decide(request))
        }
        let decision = decide(target)
        guard action.isFrameUncertain, decision.outcome != .inside else { return (target, decision) }
        return (.iframe, decide(.iframe))
    }

    package func webView(
        _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationResponsePolicy) -> Void
    ) {
        guard navigationResponse.canShowMIMEType else {
            tellDownloadRefused(navigationResponse.engineURL)
            return decisionHandler(.cancel)
        }
        if navigationResponse.isForMainFrame {
            if webView === view { lastStatus = (navigationResponse.response as? HTTPURLResponse)?.statusCode }
            // The response tells for certain which frame it is for; a page that was taken for a frame's is judged again.
            let from: NavigationTarget = popup(of: webView) == nil ? .main : .popup
            let request = NavigationRequest(url: navigationResponse.engineURL, from: from, spelling: .canonical)
            let decision = policy.decide(request)
            let isOnExcursion = from == .main && excursion.continues(request, decision)
            guard decision.enforced == .inside || isOnExcursion else {
                tellBlocked(navigationResponse.engineURL, decision, frame: from.rawValue)
                return decisionHandler(.cancel)
            }
        } else {
            // A frame's page, which may have been taken for one of the main frame: there the list of pages may be longer.
            let request = NavigationRequest(url: navigationResponse.engineURL, from: .iframe, spelling: .canonical)
            let decision = policy.decide(request)
            guard decision.enforced == .inside || excursion.continuesInFrame(request, decision) else {
                tellBlocked(navigationResponse.engineURL, decision, frame: NavigationTarget.iframe.rawValue)
                return decisionHandler(.cancel)
            }
        }
        decisionHandler(.allow)
    }

    package func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) {
        guard webView === view else { return }
        lastStatus = nil
        loadBegan = surroundings.clock.monotonic
    }

    /// Shows the true origin of what a view shows, as soon as it is known: at the commit it is still the document before.
    func showOrigin(of webView: WKWebView) {
        webView.onRefusedMessages = { [weak self, weak webView] refused in
            if let webView { self?.refusedInPage(refused, in: webView) }
        }
        webView.onMainDocument = { [weak self, weak webView] in
            guard let self, let webView else { return }
            if let popup = popup(of: webView) {
                popup.showOrigin(webView.mainFrameOrigin, expecting: integration.declaration.popups.answer)
            } else if webView === view {
                surface?.setOrigin(webView.mainFrameOrigin)
                showExcursion(origin: webView.mainFrameOrigin)
                outgoing?.documentChanged()
            }
        }
    }

    package func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) {
        guard webView === view else { return }
        isHostsLoad = false
        guard let pendingPage else { return }
        lastPage = pendingPage.isPlain ? pendingPage.url : nil
    }

    package func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
        guard ending == nil, webView === view else { return }
        var data: [String: JSONValue] = ["url": .string(Redaction.url(webView.url?.absoluteString ?? ""))]
        if let lastStatus { data["status"] = .integer(Int64(lastStatus)) }
        data["seconds"] = JSONValue(double: Self.seconds(surroundings.clock.monotonic - loadBegan))
        tell(EventDraft("transom.page.loaded", .object(data)))
        watchNetworkProcess()
        if let lastStatus, lastStatus >= 500 { return loadFailed(.http(status: lastStatus), in: webView) }
        if integration.declaration.readiness == nil {
            disarm("startup")
            settled()
        }
    }

    package func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) {
        if let fault = LoadFault(error as NSError) { loadFailed(fault, in: webView) }
    }

    package func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
        if let fault = LoadFault(error as NSError) { loadFailed(fault, in: webView) }
    }

    package func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
        // The engine goes through all views of the process, and may have none of them taken away meanwhile.
        if let popup = popup(of: webView) {
            Task { [weak self] in self?.closePopup(popup.id, by: "host") }
        } else if webView === view {
            Task { [weak self] in self?.processWentAway() }
        }
    }

    private func loadFailed(_ fault: LoadFault, in webView: WKWebView) {
        guard ending == nil else { return }
        var data: [String: JSONValue] = ["kind": .string(fault.kind)]
        if case .http(let status) = fault { data["status"] = .integer(Int64(status)) }
        if let popup = popup(of: webView) { data["popup"] = .string(popup.id) }
        tell(EventDraft("transom.load.failed", .object(data)))
        if webView === view { pageFailed(.load(fault)) }
    }

    /// Seconds with three decimals.
    static func seconds(_ duration: Duration) -> Double {
        let parts = duration.components
        let milliseconds = parts.seconds * 1000 + parts.attoseconds / 1_000_000_000_000_000
        return Double(milliseconds) / 1000
    }

    private func isFirstLoad(_ url: String) -> Bool {
        url == integration.startURL.reveal()
    }

    // MARK: - Out of the view

    /// Opens a URL outside, if somebody has asked for it and there are not too many of them.
    ///
    /// - Parameter isAskedFor: Whether it came of a gesture, or of a message that the vendor's contract has for it.
    func openOutside(_ url: String, _ decision: NavigationDecision, frame: String, isAskedFor: Bool) {
        let isTold = tellNavigation("outside", url, decision, frame: frame)
        guard ending == nil, isAskedFor || isTold else { return }
        let target = Redaction.origin(of: url)
        let opener = surroundings.opener
        guard isAskedFor else {
            tell(
                EventDraft(
                    "transom.outside.refused",
                    ["target": .string(target), "by": .string(opener.name), "error": "nobody asked for it"]))
            return notice("This page tried to leave by itself.")
        }
        guard externalOpens.take(at: surroundings.clock.monotonic) else {
            tell(
                EventDraft(
                    "transom.outside.refused",
                    ["target": .string(target), "by": .string(opener.name), "error": "too many in a short time"]))
            return notice(HostText.tooManyLinks())
        }
        opener.open(url) { [weak self] problem in
            guard let self, ending == nil else { return }
            var data: [String: JSONValue] = ["target": .string(target), "by": .string(opener.name)]
            guard let problem else {
                isAway = true
                return tell(EventDraft("transom.outside.opened", .object(data)))
            }
            data["error"] = .string(problem)
            tell(EventDraft(opener.opensNothing ? "transom.outside.refused" : "transom.outside.failed", .object(data)))
            notice(HostText.linkRefused())
        }
    }

    /// Tells where a navigation went and by which rule.
    ///
    /// - Returns: Whether it is told: a page that begins thousands fills nobody's log.
    @discardableResult
    func tellNavigation(_ outcome: String, _ url: String, _ decision: NavigationDecision, frame: String) -> Bool {
        guard mayTellNavigation() else { return false }
        tell(
            EventDraft(
                "transom.navigation.\(outcome)",
                ["url": .string(Redaction.url(url)), "rule": .string(decision.rule), "frame": .string(frame)]))
        return true
    }

    /// Tells that the page wanted something to be downloaded.
    func tellDownloadRefused(_ url: String) {
        guard mayTellNavigation() else { return }
        tell(EventDraft("transom.download.refused", ["url": .string(Redaction.url(url))]))
    }

    /// Whether one more navigation can be told; where that is not so, people are told once a minute.
    func mayTellNavigation() -> Bool {
        let now = surroundings.clock.monotonic
        if navigations.take(at: now) { return true }
        if let last = deniedAt["navigations"], now - last < .seconds(60) { return false }
        deniedAt["navigations"] = now
        surroundings.say("\(name): the page navigates all the time; not every navigation is told")
        return false
    }

    /// Tells that a navigation was blocked, with what would allow it.
    func tellBlocked(_ url: String, _ decision: NavigationDecision, frame: String) {
        if policy.mode == .report, wantedRules.count < 1_000, let rule = decision.allowingRule {
            wantedRules.insert(rule.description)
        }
        guard tellNavigation("blocked", url, decision, frame: frame) else { return }
        let what = frame == "iframe" ? "frame" : "page"
        let allow = decision.allowingRule.map { ".  To allow: policy.allow: [\(quoted($0.description))]" } ?? ""
        surroundings.say("\(name): blocked \(what) \(Redaction.origin(of: url)) (rule \(decision.rule))\(allow)")
    }
}
