// Servers that ask who the user is, and certificates that the engine does not trust.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomWebKit
import Foundation
import FoundationNetworking
import TransomGLib

extension WKWebView {
    private typealias Answer = OneShot<(URLSession.AuthChallengeDisposition, URLCredential?)>

    /// Has the delegate answer a server; without a delegate the server gets no credential and shows what it then shows.
    func authenticate(_ request: ObjectRef) {
        let engine = request.assuming(WebKitAuthenticationRequest.self)
        let answer = Answer(ifDropped: (.cancelAuthenticationChallenge, nil)) { disposition, credential in
            switch disposition {
            case .useCredential: Self.use(credential, for: request)
            case .cancelAuthenticationChallenge: webkit_authentication_request_cancel(request.assuming())
            default: webkit_authentication_request_authenticate(request.assuming(), nil)
            }
            MainLoop.wake()
        }
        func text(_ get: (UnsafeMutablePointer<WebKitAuthenticationRequest>?) -> UnsafePointer<CChar>?) -> String? {
            get(engine).map { String(cString: $0) }
        }
        let isProxy = webkit_authentication_request_is_for_proxy(engine) != 0
        let space = URLProtectionSpace(
            host: text(webkit_authentication_request_get_host) ?? "",
            port: Int(webkit_authentication_request_get_port(engine)),
            protocol: isProxy ? nil : mainFrameInfo.request.url?.scheme ?? "https",
            realm: text(webkit_authentication_request_get_realm), authenticationMethod: Self.method(engine))
        let failures = webkit_authentication_request_is_retry(engine) != 0 ? 1 : 0
        if !isAsked(space, failures: failures, response: nil, answer) {
            answer.answer((.performDefaultHandling, nil))
        }
    }

    /// Has the delegate say whether a certificate is to be trusted that the engine does not trust.
    ///
    /// Returns false where it does not say: then the load fails.
    func isTrustAsked(url: String, certificate: UnsafeMutablePointer<GTlsCertificate>) -> Bool {
        // A request with a body would be made again as another one.
        guard let address = URL(string: url), let host = address.host, let navigation = navigations.current,
            posted?.navigation !== navigation
        else { return false }
        let trust = SecTrust(certificate)
        let store = configuration.websiteDataStore
        // The engine cannot be asked to send a page's form once more, and without its fields a page is another one. The failure
        // is told, and the next try finds the certificate trusted.
        guard frameDecisions.mainMethod(url: url) ?? "GET" == "GET" else {
            _ = store.authorities?.accept(certificate, host: host, for: store)
            return false
        }
        if store.authorities?.accept(certificate, host: host, for: store) == true {
            navigations.hold()
            // The engine is still in the middle of the failure.
            _ = Task { @MainActor [weak self] in
                guard let self, navigations.isHeld(navigation) else { return }
                retry(navigation, url: url, host: host, trusting: trust)
            }
            return true
        }
        let certificateErrors = navigations.certificateErrors
        let answer = Answer(ifDropped: (.cancelAuthenticationChallenge, nil)) { [weak self] disposition, credential in
            let isTrusted = disposition == .useCredential && credential != nil
            let isCancelled = disposition == .cancelAuthenticationChallenge
            // The engine is still in the middle of the failure when the delegate answers at once.
            _ = Task { @MainActor [weak self] in
                guard let self, navigations.isHeld(navigation) else { return }
                if isTrusted {
                    retry(navigation, url: url, host: host, trusting: trust)
                } else {
                    refuse(navigation, url: url, isCancelled: isCancelled, certificateErrors)
                }
            }
        }
        navigations.hold()
        guard isAsked(ServerTrustSpace(url: address, trust: trust), failures: 0, response: nil, answer) else {
            navigations.release(restoring: navigation)
            answer.forget()
            return false
        }
        return true
    }

    /// Has the further authorities say whether the certificate is to be trusted that a file of the page has failed for.
    ///
    /// Its request is over; the next one to its host is not.
    func resourceFailed(url: String, certificate: UnsafeMutablePointer<GTlsCertificate>) {
        let store = configuration.websiteDataStore
        guard let host = URL(string: url)?.host, let authorities = store.authorities,
            authorities.accept(certificate, host: host, for: store)
        else { return }
        onLateTrust?(host)
    }

    private func retry(_ navigation: WKNavigation, url: String, host: String, trusting trust: SecTrust) {
        guard !isInvalidated else { return }
        trustCertificate(of: host, trust)
        navigations.resume(navigation, url: url)
        webkit_web_view_load_uri(webView, url)
        MainLoop.wake()
    }

    private func trustCertificate(of host: String, _ trust: SecTrust) {
        webkit_web_context_allow_tls_certificate_for_host(
            configuration.websiteDataStore.webContext, trust.certificate.assuming(), host)
    }

    private func refuse(
        _ navigation: WKNavigation, url: String, isCancelled: Bool, _ certificateErrors: UInt32
    ) {
        navigations.release()
        observers.update()
        let error = LoadFailure.error(
            GLibError(
                domain: isCancelled ? "WebKitNetworkError" : "g-tls-error-quark",
                code: isCancelled ? Int(WEBKIT_NETWORK_ERROR_CANCELLED.rawValue) : 0,
                message: isCancelled ? "cancelled" : "The certificate of the server is not trusted."),
            url: url, certificateErrors: isCancelled ? 0 : certificateErrors)
        navigationDelegate?.webView(self, didFailProvisionalNavigation: navigation, withError: error)
    }

    private func isAsked(
        _ space: URLProtectionSpace, failures: Int, response: URLResponse?, _ answer: Answer
    ) -> Bool {
        guard let delegate = navigationDelegate else { return false }
        let challenge = URLAuthenticationChallenge(
            protectionSpace: space, proposedCredential: nil, previousFailureCount: failures, failureResponse: response,
            error: nil, sender: ChallengeSender(answer))
        return DelegateForms.isAsked(answer, named: "completionHandler") {
            delegate.webView(self, didReceive: challenge, completionHandler: $0)
        } plain: {
            delegate.webView(self, didReceive: challenge, completionHandler: $0)
        } asynchronous: {
            await delegate.webView(self, respondTo: challenge)
        }
    }

    private static func use(_ credential: URLCredential?, for request: ObjectRef) {
        guard let credential, let user = credential.user, let password = credential.password else {
            return webkit_authentication_request_authenticate(request.assuming(), nil)
        }
        let persistence =
            switch credential.persistence {
            case .none: WEBKIT_CREDENTIAL_PERSISTENCE_NONE
            case .permanent: WEBKIT_CREDENTIAL_PERSISTENCE_PERMANENT
            default: WEBKIT_CREDENTIAL_PERSISTENCE_FOR_SESSION
            }
        let engine = webkit_credential_new(user, password, persistence)
        defer { webkit_credential_free(engine) }
        webkit_authentication_request_authenticate(request.assuming(), engine)
    }

    private static func method(_ request: UnsafeMutablePointer<WebKitAuthenticationRequest>) -> String {
        switch webkit_authentication_request_get_scheme(request) {
        case WEBKIT_AUTHENTICATION_SCHEME_HTTP_BASIC: NSURLAuthenticationMethodHTTPBasic
        case WEBKIT_AUTHENTICATION_SCHEME_HTTP_DIGEST: NSURLAuthenticationMethodHTTPDigest
        case WEBKIT_AUTHENTICATION_SCHEME_HTML_FORM: NSURLAuthenticationMethodHTMLForm
        case WEBKIT_AUTHENTICATION_SCHEME_NTLM: NSURLAuthenticationMethodNTLM
        case WEBKIT_AUTHENTICATION_SCHEME_NEGOTIATE: NSURLAuthenticationMethodNegotiate
        case WEBKIT_AUTHENTICATION_SCHEME_CLIENT_CERTIFICATE_REQUESTED,
            WEBKIT_AUTHENTICATION_SCHEME_CLIENT_CERTIFICATE_PIN_REQUESTED:
            NSURLAuthenticationMethodClientCertificate
        default: NSURLAuthenticationMethodDefault
        }
    }
}
