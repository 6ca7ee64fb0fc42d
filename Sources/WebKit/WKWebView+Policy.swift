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
    /// How long the web process may take to say whether a frame's element has a URL, in milliseconds.
    private static let frameQuestionDeadline: UInt32 = 1000

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
        let isApps = !isNewWindow && navigations.awaitingDecision != nil
        let answer = OneShot<WKNavigationActionPolicy>(ifDropped: .cancel) { [weak self] answer in
            let policy: UnsafeMutablePointer<WebKitPolicyDecision> = decision.assuming()
            if isApps { self?.navigations.decided(allowed: answer == .allow) }
            switch answer {
            case .allow: webkit_policy_decision_use(policy)
            case .cancel: webkit_policy_decision_ignore(policy)
            case .download: webkit_policy_decision_download(policy)
            }
            MainLoop.wake()
        }
        let values = ActionValues(action)
        if isNewWindow {
            ask(values.action(source: mainFrameInfo, target: nil), answer)
        } else if isApps {
            ask(values.action(source: mainFrameInfo, target: targetMainFrame), answer)
        } else if values.isRedirect, let destination = values.fetchDestination {
            let target = destination == "document" ? targetMainFrame : unknownSubframe(values)
            ask(values.action(source: mainFrameInfo, target: target), answer)
        } else {
            askWebProcess(values) { [weak self] isSubframe in
                guard let self else { return }
                let target = isSubframe ? self.unknownSubframe(values) : self.targetMainFrame
                self.ask(values.action(source: self.mainFrameInfo, target: target), answer)
            }
        }
    }

    private var targetMainFrame: WKFrameInfo {
        mainFrameInfo
    }

    private func unknownSubframe(_ values: ActionValues) -> WKFrameInfo {
        WKFrameInfo(isMainFrame: false, engineURL: values.url, origin: "null", webView: self, isAttributed: false)
    }

    /// GTK does not say which frame navigates.
    ///
    /// A frame that an element shows has that element before it asks; without one the navigation counts as the main
    /// frame's, which the stricter rules are for.
    private func askWebProcess(_ values: ActionValues, _ then: @escaping (Bool) -> Void) {
        let answer = OneShot<Bool>(ifDropped: false, then)
        let deadline = TimeoutSource(milliseconds: Self.frameQuestionDeadline) { answer.answer(false) }
        AsyncOperation.start { ready, data in
            webkit_web_view_send_message_to_page(
                webView, webkit_user_message_new("frame-element", Variant.string(values.url)), nil, ready, data)
        } finish: { source, result, error in
            source.flatMap { source in
                source.withMemoryRebound(to: WebKitWebView.self, capacity: 1) {
                    webkit_web_view_send_message_to_page_finish($0, result, error)
                }
            }
        } completion: { result in
            deadline.cancel()
            guard case .success(let message) = result else {
                answer.answer(false)
                return
            }
            defer { g_object_unref(message) }
            let parameters = webkit_user_message_get_parameters(message)
            answer.answer(parameters.map { g_variant_get_boolean($0) != 0 } ?? false)
        }
    }

    private func ask(_ action: WKNavigationAction, _ answer: OneShot<WKNavigationActionPolicy>) {
        guard let delegate = navigationDelegate else {
            answer.answer(.allow)
            return
        }
        let isolated = MainThreadAnswer.isolated(answer, named: "decisionHandler")
        if Optionality.isImplemented({
            delegate.webView(self, decidePolicyFor: action, decisionHandler: isolated)
        }) {
            return
        }
        let plain = MainThreadAnswer.plain(answer, named: "decisionHandler")
        if Optionality.isImplemented({
            delegate.webView(self, decidePolicyFor: action, decisionHandler: plain)
        }) {
            return
        }
        // Starts here and now, so that a method which does not suspend decides before this returns.
        Task.immediate { @MainActor in isolated(await delegate.webView(self, decidePolicyFor: action)) }
    }

    // MARK: - Responses

    private func decideResponse(_ decision: ObjectRef) {
        let response = decision.assuming(WebKitResponsePolicyDecision.self)
        let isMain = webkit_response_policy_decision_is_main_frame_main_resource(response) != 0
        let canShow = webkit_response_policy_decision_is_mime_type_supported(response) != 0
        let answer = OneShot<WKNavigationResponsePolicy>(ifDropped: .cancel) { answer in
            let policy: UnsafeMutablePointer<WebKitPolicyDecision> = decision.assuming()
            switch answer {
            case .allow: webkit_policy_decision_use(policy)
            case .cancel: webkit_policy_decision_ignore(policy)
            case .download: webkit_policy_decision_download(policy)
            }
            MainLoop.wake()
        }
        guard let delegate = navigationDelegate else {
            answer.answer(canShow ? .allow : .cancel)
            return
        }
        let values = ResponseValues(webkit_response_policy_decision_get_response(response))
        let navigation = WKNavigationResponse(
            engineURL: values.url, isForMainFrame: isMain, response: values.response, canShowMIMEType: canShow)
        let isolated = MainThreadAnswer.isolated(answer, named: "decisionHandler")
        if Optionality.isImplemented({
            delegate.webView(self, decidePolicyFor: navigation, decisionHandler: isolated)
        }) {
            return
        }
        let plain = MainThreadAnswer.plain(answer, named: "decisionHandler")
        if Optionality.isImplemented({
            delegate.webView(self, decidePolicyFor: navigation, decisionHandler: plain)
        }) {
            return
        }
        Task.immediate { @MainActor in isolated(await delegate.webView(self, decidePolicyFor: navigation)) }
    }

    // MARK: - Windows

    /// Asks for the view of a new window; null refuses it.
    func createWindow(_ action: OpaquePointer?) -> UnsafeMutablePointer<GtkWidget>? {
        guard let action, let delegate = uiDelegate else { return nil }
        let configuration = self.configuration
        configuration.opener = self
        let values = ActionValues(action)
        let view = delegate.webView(
            self, createWebViewWith: configuration, for: values.action(source: mainFrameInfo, target: nil),
            windowFeatures: WKWindowFeatures())
        guard let view else { return nil }
        guard view.isOpened(by: self) else {
            // The engine would stop the process.
            Diagnostics.report(
                "createWebViewWith returned a view that was not made with the configuration it was given")
            return nil
        }
        // Held until the engine has taken it: a delegate that keeps no reference would destroy it under the engine.
        popups.append(view)
        _ = Task { @MainActor [weak self] in self?.popups.removeAll { $0 === view } }
        return view.widget
    }
}
