// Decisions that the engine waits for.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomGTK
import CTransomWebKit
import Foundation
import FoundationNetworking
import TransomGLib
import TransomWebKitShims

extension WKWebView {
    /// Asks the delegate about a navigation or a response.
    func decide(_ decision: UnsafeMutablePointer<WebKitPolicyDecision>, _ type: WebKitPolicyDecisionType) {
        switch type {
        case WEBKIT_POLICY_DECISION_TYPE_NAVIGATION_ACTION, WEBKIT_POLICY_DECISION_TYPE_NEW_WINDOW_ACTION:
            let owned = ObjectRef(retaining: UnsafeMutableRawPointer(decision))
            decideNavigation(owned, isNewWindow: type == WEBKIT_POLICY_DECISION_TYPE_NEW_WINDOW_ACTION)
        case WEBKIT_POLICY_DECISION_TYPE_RESPONSE:
            decideResponse(ObjectRef(retaining: UnsafeMutableRawPointer(decision)))
        default:
            webkit_policy_decision_ignore(decision)
        }
    }

    // MARK: - Navigations

    private func decideNavigation(_ decision: ObjectRef, isNewWindow: Bool) {
        let policy: UnsafeMutablePointer<WebKitPolicyDecision> = decision.assuming()
        guard
            let action = decision.assuming(WebKitNavigationPolicyDecision.self).withMemoryRebound(
                to: WebKitNavigationPolicyDecision.self, capacity: 1,
                { webkit_navigation_policy_decision_get_navigation_action($0) })
        else {
            return webkit_policy_decision_ignore(policy)
        }
        var values = ActionValues(action)
        if values.type == .formResubmitted, values.url == unrepeatable {
            unrepeatable = nil
            return webkit_policy_decision_ignore(policy)
        }
        let appsNavigation = isNewWindow ? nil : navigations.claim(values)
        describePost(&values, appsNavigation)
        if !isNewWindow, appsNavigation == nil, navigationInterceptors.values.contains(where: { $0(values.url) }) {
            return webkit_policy_decision_ignore(policy)
        }
        let record = NavigationRecord(action: values, appsNavigation: appsNavigation)
        let answer = OneShot<WKNavigationActionPolicy>(ifDropped: .cancel) { [weak self] answer in
            self?.willAnswer(record, allowed: answer == .allow)
            if answer == .download { self?.expectDownload(of: record, isNewWindow: isNewWindow) }
            Self.apply(answer, to: decision.assuming())
            if answer == .cancel, let navigation = appsNavigation { self?.postFailed(navigation) }
        }
        if let appsNavigation, navigations.isResumed(appsNavigation) {
            answer.answer(.allow)
        } else if isNewWindow {
            askWhichFrame(values) { [weak self] evidence, _ in
                guard let self else { return }
                // A link in a frame: it is not the main one that asks for a window.
                let source =
                    switch evidence {
                    case .led, .frame: unknownSubframe(values)
                    case .main, .element, .unknown: mainFrameInfo
                    }
                ask(values.action(source: source, target: nil), answer)
            }
        } else if appsNavigation != nil || navigationDelegate == nil {
            ask(values.action(source: mainFrameInfo, target: mainFrameInfo), answer)
        } else if values.isRedirect, let destination = values.fetchDestination {
            let target = destination == "document" ? mainFrameInfo : unknownSubframe(values)
            ask(values.action(source: mainFrameInfo, target: target), answer)
        } else {
            askWhichFrame(values) { [weak self] evidence, isDownload in
                record.action.isDownload = isDownload
                self?.ask(record, answer, decision, knowing: evidence)
            }
        }
    }

    /// A request with a body goes through the engine's history, which the delegate is not to see.
    private func describePost(_ values: inout ActionValues, _ appsNavigation: WKNavigation?) {
        guard let posted else { return }
        if posted.navigation === appsNavigation {
            values.request = posted.request
            values.type = .other
        } else if values.isRedirect, posted.navigation === navigations.current, values.type == .backForward {
            values.type = .other
        }
    }

    private func expectDownload(of record: NavigationRecord, isNewWindow: Bool) {
        let values = record.action
        let target = isNewWindow ? nil : record.isSubframe ? unknownSubframe(values) : mainFrameInfo
        let action = values.action(source: mainFrameInfo, target: target)
        ExpectedDownloads.expect(values.url, in: self, isUserInitiated: values.isUserGesture) { [weak self] in
            guard let self else { return }
            navigationDelegate?.webView(self, navigationAction: action, didBecome: $0)
        }
    }

    /// Asks the delegate with what is known of the frame.
    private func ask(
        _ record: NavigationRecord, _ answer: OneShot<WKNavigationActionPolicy>, _ decision: ObjectRef,
        knowing evidence: FrameEvidence
    ) {
        let values = record.action
        switch evidence {
        case .main:
            ask(values.action(source: mainFrameInfo, target: mainFrameInfo), answer)
        case .frame(let document):
            askAboutSubframe(record, answer, source: document, target: document?.frameInfo())
        case .element(let document):
            askAboutSubframe(record, answer, source: document, target: nil)
        case .led where FrameProbe.isPossible(values.url, registered: configuration.websiteDataStore.schemes):
            // What no engine loads can stay nowhere, so whose it is makes no difference to the page.
            askAboutSubframe(record, answer, source: nil, target: nil)
        case .led:
            ask(values.action(source: mainFrameInfo, target: mainFrameInfo, isFrameUncertain: true), answer)
        case .unknown where canProbe(values):
            probe(values, decision.assuming()) { [weak self] isMain in
                guard let self else { return }
                // The engine has been told to go on and has failed; only the delegate's word is still to be heard.
                let target = isMain ? mainFrameInfo : unknownSubframe(values)
                let late = OneShot<WKNavigationActionPolicy>(ifDropped: .cancel) { [weak self] answer in
                    if isMain, answer == .allow { self?.tellUnsupported(values.url) }
                }
                ask(values.action(source: target, target: target), late)
            }
            // What the engine is told has been told; the record stays for nothing.
            answer.forget()
        case .unknown:
            ask(values.action(source: mainFrameInfo, target: mainFrameInfo, isFrameUncertain: true), answer)
        }
    }

    private func askAboutSubframe(
        _ record: NavigationRecord, _ answer: OneShot<WKNavigationActionPolicy>, source: DocumentIdentity?,
        target: WKFrameInfo?
    ) {
        record.isSubframe = !frameDecisions.isFull
        let action = record.action.action(
            source: source?.frameInfo() ?? mainFrameInfo,
            target: record.isSubframe ? target ?? unknownSubframe(record.action) : mainFrameInfo,
            isFrameUncertain: !record.isSubframe)
        ask(action, answer)
    }

    /// What is to be remembered of a navigation when it is decided.
    @MainActor
    private final class NavigationRecord {
        var action: ActionValues
        let appsNavigation: WKNavigation?
        var isSubframe = false

        init(action: ActionValues, appsNavigation: WKNavigation?) {
            self.action = action
            self.appsNavigation = appsNavigation
        }
    }

    private func willAnswer(_ record: NavigationRecord, allowed: Bool) {
        if let navigation = record.appsNavigation { navigations.decided(navigation, allowed: allowed) }
        observers.update()
        guard allowed else { return }
        if record.isSubframe {
            frameDecisions.allowedSubframe(record.action)
        } else {
            frameDecisions.allowedMain(record.action)
        }
    }

    private static func apply(
        _ answer: WKNavigationActionPolicy, to decision: UnsafeMutablePointer<WebKitPolicyDecision>
    ) {
        switch answer {
        case .allow: webkit_policy_decision_use(decision)
        case .cancel: webkit_policy_decision_ignore(decision)
        case .download: webkit_policy_decision_download(decision)
        }
        MainLoop.wake()
    }

    func unknownSubframe(_ values: ActionValues) -> WKFrameInfo {
        WKFrameInfo(isMainFrame: false, engineURL: values.url, origin: "null", webView: self, isAttributed: false)
    }

    private func ask(_ action: WKNavigationAction, _ answer: OneShot<WKNavigationActionPolicy>) {
        let isMain = action.targetFrame?.isMainFrame ?? false
        let defaults = defaultPreferences.fresh()
        guard let delegate = navigationDelegate else {
            if isMain { settings.allowsContentJavaScript = defaults.allowsContentJavaScript }
            answer.answer(.allow)
            return
        }
        // Only a main frame's navigation brings settings, as on iOS.
        let both = OneShot<(WKNavigationActionPolicy, WKWebpagePreferences)>(
            ifDropped: (.cancel, defaults)
        ) { [weak self] policy, preferences in
            if isMain, policy == .allow {
                self?.settings.allowsContentJavaScript = preferences.allowsContentJavaScript
            }
            answer.answer(policy)
        }
        let isAsked = DelegateForms.isAsked(both, named: "decisionHandler") {
            delegate.webView(self, decidePolicyFor: action, preferences: defaults, decisionHandler: $0)
        } plain: {
            delegate.webView(self, decidePolicyFor: action, preferences: defaults, decisionHandler: $0)
        } asynchronous: {
            await delegate.webView(self, decidePolicyFor: action, preferences: defaults)
        }
        guard !isAsked else { return }
        both.forget()
        let one = OneShot<WKNavigationActionPolicy>(ifDropped: .cancel) { [weak self] policy in
            if isMain, policy == .allow {
                self?.settings.allowsContentJavaScript = defaults.allowsContentJavaScript
            }
            answer.answer(policy)
        }
        DelegateForms.ask(one, named: "decisionHandler") {
            delegate.webView(self, decidePolicyFor: action, decisionHandler: $0)
        } plain: {
            delegate.webView(self, decidePolicyFor: action, decisionHandler: $0)
        } asynchronous: {
            await delegate.webView(self, decidePolicyFor: action)
        }
    }

    // MARK: - Responses

    private func decideResponse(_ decision: ObjectRef) {
        let response = decision.assuming(WebKitResponsePolicyDecision.self)
        let isMain = webkit_response_policy_decision_is_main_frame_main_resource(response) != 0
        let url = webkit_response_policy_decision_get_response(response).flatMap { webkit_uri_response_get_uri($0) }
            .map { String(cString: $0) }
        guard isMain, let url, let action = frameDecisions.contradiction(url: url) else {
            return ask(about: decision, isForMainFrame: isMain)
        }
        // The delegate was told that a subframe navigates; the response tells that it is the main frame.
        let answer = OneShot<WKNavigationActionPolicy>(ifDropped: .cancel) { [weak self] answer in
            guard answer == .allow, let self else { return Self.apply(answer, to: decision.assuming()) }
            frameDecisions.allowedMain(action)
            ask(about: decision, isForMainFrame: true)
        }
        ask(action.action(source: mainFrameInfo, target: mainFrameInfo), answer)
    }

    private func ask(about decision: ObjectRef, isForMainFrame isMain: Bool) {
        let response = decision.assuming(WebKitResponsePolicyDecision.self)
        let canShow = webkit_response_policy_decision_is_mime_type_supported(response) != 0
        var responded: WKNavigationResponse?
        let answer = OneShot<WKNavigationResponsePolicy>(ifDropped: .cancel) { [weak self] answer in
            if answer == .download, let self, let response = responded {
                ExpectedDownloads.expect(response.engineURL, in: self, isUserInitiated: false) { [weak self] in
                    guard let self else { return }
                    navigationDelegate?.webView(self, navigationResponse: response, didBecome: $0)
                }
            }
            switch answer {
            case .allow: Self.apply(.allow, to: decision.assuming())
            case .cancel: Self.apply(.cancel, to: decision.assuming())
            case .download: Self.apply(.download, to: decision.assuming())
            }
        }
        guard let delegate = navigationDelegate else {
            answer.answer(canShow ? .allow : .cancel)
            return
        }
        let values = ResponseValues(webkit_response_policy_decision_get_response(response))
        let navigation = WKNavigationResponse(
            engineURL: values.url, isForMainFrame: isMain,
            response: schemes.response(to: values.url) ?? values.response,
            canShowMIMEType: canShow)
        responded = navigation
        DelegateForms.ask(answer, named: "decisionHandler") {
            delegate.webView(self, decidePolicyFor: navigation, decisionHandler: $0)
        } plain: {
            delegate.webView(self, decidePolicyFor: navigation, decisionHandler: $0)
        } asynchronous: {
            await delegate.webView(self, decidePolicyFor: navigation)
        }
    }

    // MARK: - Windows

    /// Asks for the view of a new window; null refuses it.
    func createWindow(_ action: OpaquePointer?) -> UnsafeMutablePointer<GtkWidget>? {
        guard let action, let delegate = uiDelegate, !(answers?.takeRefusal() ?? false) else { return nil }
        let request = WindowRequest(opener: self)
        let configuration = self.configuration
        configuration.windowRequest = request
        let values = ActionValues(action)
        let view = delegate.webView(
            self, createWebViewWith: configuration,
            for: values.action(source: windowCall?.frameInfo(in: self) ?? mainFrameInfo, target: nil),
            windowFeatures: WKWindowFeatures(windowCall?.name == "open" ? windowCall?.features ?? "" : ""))
        guard let view else { return nil }
        guard view.isMade(for: request) else {
            // The engine would stop the process.
            Diagnostics.report(
                "createWebViewWith returned a view that was not made with the configuration it was given")
            return nil
        }
        // Held until the engine has taken it: a delegate that keeps no reference would destroy it under the engine.
        newWindows.append(view)
        if let answers {
            view.answers = answers
            answers.onWindow?(view)
        }
        _ = Task { @MainActor [weak self] in self?.newWindows.removeAll { $0 === view } }
        return view.widget
    }
}
