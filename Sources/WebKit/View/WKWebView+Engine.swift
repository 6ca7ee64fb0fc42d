// What the engine's signals do.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomWebKit
import Foundation
import TransomGLib
import TransomGLibShims
import TransomWebKitShims

extension WKWebView {
    private typealias Weak = WeakReference<WKWebView>

    /// Connects every signal of the widget.
    ///
    /// The view never outlives its object, so a missing receiver answers safely.
    func connectSignals() {
        func on(_ connect: (UnsafeMutableRawPointer, UnsafeMutableRawPointer, @escaping GClosureNotify) -> gulong) {
            connections.append(SignalConnection(view.pointer, WeakReference(self), connect: connect))
        }
        on {
            transom_connect_load_changed(
                $0, { _, event, data in CallbackBox<Weak>.value(at: data)?.object?.loadChanged(event) }, $1, $2)
        }
        on {
            transom_connect_load_failed(
                $0,
                { _, _, url, error, data in
                    if let error { CallbackBox<Weak>.value(at: data)?.object?.loadFailed(url, error) }
                    // False would show the engine's own error page, also over a load that a delegate has just begun.
                    return 1
                }, $1, $2)
        }
        on {
            transom_connect_load_failed_with_tls_errors(
                $0,
                { _, url, certificate, errors, data in
                    guard let view = CallbackBox<Weak>.value(at: data)?.object else { return 0 }
                    view.navigations.certificateErrors = errors.rawValue
                    guard let url, let certificate else { return 0 }
                    return view.isTrustAsked(url: String(cString: url), certificate: certificate) ? 1 : 0
                }, $1, $2)
        }
        if configuration.websiteDataStore.authorities != nil {
            on {
                transom_connect_resource_tls_failed(
                    $0,
                    { _, url, certificate, data in
                        guard let view = CallbackBox<Weak>.value(at: data)?.object, let url, let certificate else {
                            return
                        }
                        view.resourceFailed(url: String(cString: url), certificate: certificate)
                    }, $1, $2)
            }
        }
        on {
            transom_connect_decide_policy(
                $0,
                { _, decision, type, data in
                    guard let decision else { return 0 }
                    guard let view = CallbackBox<Weak>.value(at: data)?.object else {
                        webkit_policy_decision_ignore(decision)
                        return 1
                    }
                    view.decide(decision, type)
                    return 1
                }, $1, $2)
        }
        on {
            transom_connect_create(
                $0, { _, action, data in CallbackBox<Weak>.value(at: data)?.object?.createWindow(action) }, $1, $2)
        }
        on {
            transom_connect_close(
                $0,
                { _, data in
                    guard let view = CallbackBox<Weak>.value(at: data)?.object else { return }
                    view.uiDelegate?.webViewDidClose(view)
                }, $1, $2)
        }
        on {
            transom_connect_web_process_terminated(
                $0,
                { _, reason, data in CallbackBox<Weak>.value(at: data)?.object?.webProcessTerminated(reason) },
                $1, $2)
        }
        on {
            transom_connect_user_message_received(
                $0,
                { _, message, data in
                    guard let message else { return 0 }
                    return CallbackBox<Weak>.value(at: data)?.object?.received(message) ?? false ? 1 : 0
                }, $1, $2)
        }
        on {
            transom_connect_destroy(
                $0, { _, data in CallbackBox<Weak>.value(at: data)?.object?.invalidate() }, $1, $2)
        }
        on {
            transom_connect_notify(
                $0, "notify::is-loading",
                { _, _, data in CallbackBox<Weak>.value(at: data)?.object?.engineStoppedLoading() }, $1, $2)
        }
        connectObservations(on)
        connectQuestions(on)
    }

    /// The widget was destroyed, with its window or by its owner; the engine stops the process that uses it further.
    private func invalidate() {
        isInvalidated = true
        endProbe()
        navigations.terminated()
        navigations.stopped()
        javaScript.failAll(WKError(.webViewInvalidated))
        schemes.stopAll()
        search?.failAll()
        DocumentRegistry.removeAll(of: ObjectIdentifier(self))
        windowCall = nil
        mainDocument = nil
    }

    private func loadChanged(_ event: WebKitLoadEvent) {
        if !isProbes(event) { tellLoadChanged(event) }
    }

    /// Tells the delegate how a load goes.
    func tellLoadChanged(_ event: WebKitLoadEvent) {
        switch event {
        case WEBKIT_LOAD_STARTED:
            hasWebProcess = true
            let isResumed = navigations.isResumed
            let navigation = navigations.started()
            redirectedTo = nil
            schemes.navigationStarted()
            observers.update()
            // A load that waited for a word on a certificate was told of before.
            if !isResumed { navigationDelegate?.webView(self, didStartProvisionalNavigation: navigation) }
        case WEBKIT_LOAD_REDIRECTED:
            redirectedTo = webkit_web_view_get_uri(webView).map { String(cString: $0) }
            if let navigation = navigations.current {
                navigationDelegate?.webView(self, didReceiveServerRedirectForProvisionalNavigation: navigation)
            }
        case WEBKIT_LOAD_COMMITTED:
            frameDecisions.committed()
            schemes.navigationCommitted(url: webkit_web_view_get_uri(webView).map { String(cString: $0) } ?? "")
            hasInsecureContent = false
            theme.color = nil
            let navigation = navigations.committed()
            postArrived()
            observers.update()
            if let navigation {
                navigationDelegate?.webView(self, didCommit: navigation)
            }
        case WEBKIT_LOAD_FINISHED:
            let navigation = navigations.finished()
            observers.update()
            readThemeColor()
            if let navigation {
                navigationDelegate?.webView(self, didFinish: navigation)
            }
        default: break
        }
    }

    private func loadFailed(_ url: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<GError>) {
        let url = url.map { String(cString: $0) } ?? ""
        guard !isProbes(failureOf: url), !followsRedirect(to: url) else { return }
        var failure = LoadFailure.error(
            GLibError(copying: error), url: url, certificateErrors: navigations.certificateErrors)
        let (navigation, isCommitted) = navigations.failed()
        observers.update()
        if !isCommitted {
            schemes.navigationFailed(url: url)
            failure = postFailure(of: navigation, failure)
            postFailed(navigation)
        }
        if isCommitted {
            navigationDelegate?.webView(self, didFail: navigation, withError: failure)
        } else {
            navigationDelegate?.webView(self, didFailProvisionalNavigation: navigation, withError: failure)
        }
    }

    /// Goes on to a scheme of the app's, where a server has sent the navigation: the engine's network does not leave HTTP.
    private func followsRedirect(to url: String) -> Bool {
        guard redirectedTo == url, let navigation = navigations.current, !navigations.isCommitted,
            let scheme = SchemeName.canonical(String(url.prefix { $0 != ":" })), schemes.handles(scheme)
        else { return false }
        redirectedTo = nil
        navigations.hold()
        // The engine is still in the middle of the failure.
        _ = Task { @MainActor [weak self] in
            guard let self, !isInvalidated, navigations.isHeld(navigation) else { return }
            navigations.resume(navigation, url: url)
            webkit_web_view_load_uri(webView, url)
            MainLoop.wake()
        }
        return true
    }

    private func webProcessTerminated(_ reason: WebKitWebProcessTerminationReason) {
        terminationReason =
            switch reason {
            case WEBKIT_WEB_PROCESS_EXCEEDED_MEMORY_LIMIT: "memory"
            case WEBKIT_WEB_PROCESS_TERMINATED_BY_API: "ended"
            default: "crashed"
            }
        endProbe()
        javaScript.failAll(WKError(.webContentProcessTerminated))
        schemes.stopAll()
        search?.failAll()
        DocumentRegistry.removeAll(of: ObjectIdentifier(self))
        hasWebProcess = false
        windowCall = nil
        asks = FrameAsks()
        posted = nil
        navigations.terminated()
        mainDocument = nil
        isStamped = false
        observers.update()
        navigationDelegate?.webViewWebContentProcessDidTerminate(self)
    }

    /// Takes what the web-process extension says.
    ///
    /// Returns false for words that are not its own.
    private func received(_ message: UnsafeMutablePointer<WebKitUserMessage>) -> Bool {
        switch String(cString: webkit_user_message_get_name(message)) {
        case "window-call":
            windowCall = webkit_user_message_get_parameters(message).flatMap { WindowCall($0, of: self) }
            return true
        case "ask":
            if let parameters = webkit_user_message_get_parameters(message) { asks.received(parameters, of: self) }
            return true
        case "position":
            answerForPosition(message)
            return true
        case "ready":
            processNumber += 1
            isStamped = true
            sendMessageCaps()
            return true
        case "violation":
            if let parameters = webkit_user_message_get_parameters(message) { violated(parameters) }
            return true
        case "refused":
            if let parameters = webkit_user_message_get_parameters(message) { refused(parameters) }
            return true
        case "document":
            guard let parameters = webkit_user_message_get_parameters(message),
                let document = DocumentIdentity(parameters, webView: self)
            else { return true }
            isStamped = true
            DocumentRegistry.add(document, of: self)
            dataStore.note(origin: document.origin)
            guard document.world.isEmpty else { return true }
            asks.replaced(by: document)
            if document.isMainFrame {
                mainDocument = document
            } else {
                for observer in frameObservers.values { observer(document.frame) }
            }
            return true
        case "body":
            if let parameters = webkit_user_message_get_parameters(message),
                let name = Variant.string(parameters, at: 0), let bytes = Variant.bytes(parameters, at: 1)
            {
                schemes.bodies.add(Data(bytes), named: name)
            }
            return true
        case "restored":
            if let parameters = webkit_user_message_get_parameters(message),
                let token = Variant.string(parameters, at: 0),
                let document = DocumentRegistry.document(token: token),
                document.isMainFrame, document.world.isEmpty, document.webView === self
            {
                mainDocument = document
            }
            return true
        default:
            return false
        }
    }

    /// Tells the web process what pages may post, before it is told to go on with the first navigation.
    private func sendMessageCaps() {
        let caps = configuration.userContentController.allMessageCaps
        guard !isInvalidated, !caps.isEmpty else { return }
        webkit_web_view_send_message_to_page(
            webView, webkit_user_message_new("limits", Variant.string(MessageCaps.text(caps))), nil, nil, nil)
    }

    private func violated(_ parameters: OpaquePointer) {
        guard let token = Variant.string(parameters, at: 0), let url = Variant.string(parameters, at: 2),
            let cause = Variant.string(parameters, at: 1).flatMap(PolicyViolation.Cause.init(rawValue:)),
            let document = DocumentRegistry.document(token: token), document.webView === self
        else { return }
        onViolation?(PolicyViolation(cause: cause, url: url, frame: document.frameInfo()))
    }

    private func refused(_ parameters: OpaquePointer) {
        guard let token = Variant.string(parameters, at: 0), let handler = Variant.string(parameters, at: 1),
            let reason = Variant.string(parameters, at: 2), let count = Variant.uint64(parameters, at: 3),
            let document = DocumentRegistry.document(token: token), document.webView === self,
            let refused = RefusedMessages(
                handler: handler, reason: reason, count: count, frame: document.frameInfo())
        else { return }
        onRefusedMessages?(refused)
    }

    /// Patches documents that were loaded before there was a handler in their world.
    func stampLoadedDocuments() {
        guard !isInvalidated else { return }
        webkit_web_view_send_message_to_page(webView, webkit_user_message_new("stamp", nil), nil, nil, nil)
    }

    /// The main frame as the web process announced it last.
    var mainFrameInfo: WKFrameInfo {
        mainDocument?.frameInfo()
            ?? WKFrameInfo(
                isMainFrame: true, engineURL: "about:blank", origin: "null", webView: self, isAttributed: false)
    }
}
