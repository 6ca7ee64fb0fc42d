// A vendor's store in a web view, with a progress bar, a native bridge and a popup.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import WebKit

protocol StoreViewControllerDelegate: AnyObject {
    func storeDidBecomeReady(_ store: StoreViewController)
    func store(_ store: StoreViewController, didTrack event: String, properties: [String: Any])
    func store(_ store: StoreViewController, wantsToOpen url: URL)
    func storeDidClose(_ store: StoreViewController)
}

class StoreViewController: NSObject {
    weak var delegate: StoreViewControllerDelegate?
    private(set) var webView: WKWebView!
    private(set) var popup: WKWebView?
    private(set) var progress: Float = 0
    private(set) var titles: [String] = []
    private(set) var canNavigateBack = false
    private var observations: [NSKeyValueObservation] = []

    deinit {
        for observation in observations { observation.invalidate() }
    }

    func viewDidLoad() {
        let configuration = WKWebViewConfiguration()
        configuration.allowsInlineMediaPlayback = true
        configuration.mediaTypesRequiringUserActionForPlayback = []
        configuration.websiteDataStore = .nonPersistent()
        configuration.preferences.javaScriptCanOpenWindowsAutomatically = true
        configuration.defaultWebpagePreferences.allowsContentJavaScript = true
        let contentController = configuration.userContentController
        contentController.add(WeakScriptMessageHandler(self), name: "store")
        contentController.addUserScript(
            WKUserScript(
                source: "window.nativeStore = { version: 3 };", injectionTime: .atDocumentStart,
                forMainFrameOnly: false))

        webView = WKWebView(frame: CGRect(x: 0, y: 0, width: 390, height: 844), configuration: configuration)
        webView.navigationDelegate = self
        webView.uiDelegate = self
        webView.allowsBackForwardNavigationGestures = true
        webView.customUserAgent = "Store/3.0"
        webView.scrollView.bounces = false
        if #available(iOS 16.4, *) {
            webView.isInspectable = true
        }

        observations = [
            webView.observe(\.estimatedProgress, options: [.new]) { [weak self] _, change in
                self?.progress = Float(change.newValue ?? 0)
            },
            webView.observe(\.title, options: .new) { [weak self] webView, change in
                if let title = change.newValue ?? nil, !title.isEmpty { self?.titles.append(title) }
            },
            webView.observe(\.canGoBack) { [weak self] webView, _ in
                self?.canNavigateBack = webView.canGoBack
            },
        ]
    }

    func send(_ command: String, payload: [String: Any], completion: ((Result<Any?, Error>) -> Void)? = nil) {
        webView.callAsyncJavaScript(
            "return window.receive ? window.receive(command, payload) : null",
            arguments: ["command": command, "payload": payload], in: nil, in: .page
        ) { result in
            switch result {
            case .success(let value): completion?(.success(value))
            case .failure(let error): completion?(.failure(error))
            }
        }
    }

    func close() {
        autoreleasepool {
            webView.stopLoading()
            webView.configuration.userContentController.removeAllUserScripts()
            webView.configuration.userContentController.removeScriptMessageHandler(forName: "store")
        }
        popup?.removeFromSuperview()
        popup = nil
        delegate?.storeDidClose(self)
    }
}

extension StoreViewController: WKScriptMessageHandler {
    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) {
        guard message.frameInfo.isMainFrame, message.frameInfo.securityOrigin.host == "store.example" else { return }
        if let text = message.body as? String, text == "ready" {
            delegate?.storeDidBecomeReady(self)
            return
        }
        guard let body = message.body as? [String: Any], let type = body["type"] as? String else { return }
        switch type {
        case "analytics":
            let properties = body["properties"] as? [String: Any] ?? [:]
            delegate?.store(self, didTrack: body["event"] as? String ?? "unknown", properties: properties)
        case "close":
            close()
        default:
            print("unknown message \(type)")
        }
    }
}

extension StoreViewController: WKNavigationDelegate {
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        preferences: WKWebpagePreferences,
        decisionHandler: @escaping (WKNavigationActionPolicy, WKWebpagePreferences) -> Void
    ) {
        guard let url = navigationAction.request.url else {
            decisionHandler(.cancel, preferences)
            return
        }
        if navigationAction.navigationType == .linkActivated, navigationAction.targetFrame?.isMainFrame == true,
            url.host != "store.example"
        {
            delegate?.store(self, wantsToOpen: url)
            decisionHandler(.cancel, preferences)
            return
        }
        preferences.preferredContentMode = .mobile
        decisionHandler(.allow, preferences)
    }

    func webView(
        _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
        decisionHandler: @escaping (WKNavigationResponsePolicy) -> Void
    ) {
        let status = (navigationResponse.response as? HTTPURLResponse)?.statusCode ?? 200
        decisionHandler(status < 500 && navigationResponse.canShowMIMEType ? .allow : .cancel)
    }

    func webView(
        _ webView: WKWebView, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        guard challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust,
            let trust = challenge.protectionSpace.serverTrust, challenge.protectionSpace.host == "staging.store.example"
        else {
            completionHandler(.performDefaultHandling, nil)
            return
        }
        completionHandler(.useCredential, URLCredential(trust: trust))
    }

    func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
        webView.reload()
    }

    func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: Error) {
        if (error as NSError).code == NSURLErrorCancelled { return }
        print("failed: \(error.localizedDescription)")
    }
}

extension StoreViewController: WKUIDelegate {
    func webView(
        _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
        for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
    ) -> WKWebView? {
        let width = windowFeatures.width?.doubleValue ?? Double(webView.bounds.width)
        let popup = WKWebView(frame: CGRect(x: 0, y: 0, width: width, height: 600), configuration: configuration)
        popup.uiDelegate = self
        popup.navigationDelegate = self
        self.popup = popup
        return popup
    }

    func webViewDidClose(_ webView: WKWebView) {
        guard webView === popup else { return }
        popup?.removeFromSuperview()
        popup = nil
    }

    func webView(
        _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String,
        initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping (Bool) -> Void
    ) {
        completionHandler(message.hasPrefix("Pay"))
    }

    func webView(
        _ webView: WKWebView, requestMediaCapturePermissionFor origin: WKSecurityOrigin,
        initiatedByFrame frame: WKFrameInfo, type: WKMediaCaptureType,
        decisionHandler: @escaping (WKPermissionDecision) -> Void
    ) {
        decisionHandler(origin.host == "store.example" && type == .camera ? .grant : .deny)
    }
}
