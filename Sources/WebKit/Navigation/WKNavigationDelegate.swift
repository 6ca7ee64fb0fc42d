// Who decides on navigations and follows them.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import FoundationNetworking

/// Decides on navigations and is told how they go.
///
/// Every method is optional, as on iOS.
///
/// A method that exists in several spellings may be implemented in any one of them.
@preconcurrency @MainActor
public protocol WKNavigationDelegate: _WKNavigationDelegateForms {
    /// The main frame's navigation began.
    func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!)
    /// The server sent the main frame elsewhere.
    func webView(_ webView: WKWebView, didReceiveServerRedirectForProvisionalNavigation navigation: WKNavigation!)
    /// The navigation failed before anything arrived.
    func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error)
    /// The page began to arrive.
    func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!)
    /// The page and its subresources are there.
    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!)
    /// The navigation failed after the page began to arrive.
    func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error)
    /// The process that shows the page went away.
    func webViewWebContentProcessDidTerminate(_ webView: WKWebView)
    /// A navigation that was decided to be a download has become one; set its delegate.
    func webView(_ webView: WKWebView, navigationAction: WKNavigationAction, didBecome download: WKDownload)
    /// A response that was decided to be a download has become one; set its delegate.
    func webView(_ webView: WKWebView, navigationResponse: WKNavigationResponse, didBecome download: WKDownload)
}

/// The decisions that Apple offers in several spellings.
///
/// They stand in a protocol that is not `@preconcurrency`: there the closure types have different symbols, and each
/// implementation matches exactly one, without a warning, in the Swift 5 and the Swift 6 language mode. The spelling of old
/// is `@preconcurrency` itself, so that a Swift 5 test which is not annotated may call its delegate.
@MainActor
public protocol _WKNavigationDelegateForms: NSObjectProtocol {
    /// Decides on a navigation through an isolated closure; not called means cancelled.
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void)
    /// Decides on a navigation through a closure that may be called on any thread.
    @preconcurrency func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping (WKNavigationActionPolicy) -> Void)
    /// Decides on a navigation by returning.
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
    ) async -> WKNavigationActionPolicy
    /// Decides on a navigation and on its settings through an isolated closure; where it is there, the spellings without
    /// settings are not asked.
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        preferences: WKWebpagePreferences,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy, WKWebpagePreferences) -> Void)
    /// Decides on a navigation and on its settings through a closure that may be called on any thread.
    @preconcurrency func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        preferences: WKWebpagePreferences,
        decisionHandler: @escaping (WKNavigationActionPolicy, WKWebpagePreferences) -> Void)
    /// Decides on a navigation and on its settings by returning.
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        preferences: WKWebpagePreferences
    ) async -> (WKNavigationActionPolicy, WKWebpagePreferences)
    /// Decides on a response through an isolated closure; not called means cancelled.
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationResponsePolicy) -> Void)
    /// Decides on a response through a closure that may be called on any thread.
    @preconcurrency func webView(
        _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
        decisionHandler: @escaping (WKNavigationResponsePolicy) -> Void)
    /// Decides on a response by returning.
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse
    ) async -> WKNavigationResponsePolicy
    /// Answers a server that asks who the user is, or says whether its certificate is to be trusted.
    ///
    /// A certificate is asked about only where the engine does not trust it; a credential accepts it for its host.
    func webView(
        _ webView: WKWebView, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @MainActor @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void)
    /// Answers a server on any thread.
    @preconcurrency func webView(
        _ webView: WKWebView, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void)
    /// Answers a server by returning.
    func webView(
        _ webView: WKWebView, respondTo challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?)
}

// Disfavoured, so that a test which calls its own delegate's method gets the delegate's and not these.
extension _WKNavigationDelegateForms {
    /// Reached when the receiver implements another spelling.
    @_disfavoredOverload public func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void
    ) { Optionality.reachedDefault() }

    /// Reached when the receiver implements another spelling.
    @_disfavoredOverload public func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping (WKNavigationActionPolicy) -> Void
    ) { Optionality.reachedDefault() }

    /// Reached when the receiver implements none: navigations go on.
    @_disfavoredOverload public func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
    ) async -> WKNavigationActionPolicy {
        Optionality.reachedDefault()
        return .allow
    }

    /// Reached when the receiver implements another spelling.
    @_disfavoredOverload public func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        preferences: WKWebpagePreferences,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy, WKWebpagePreferences) -> Void
    ) { Optionality.reachedDefault() }

    /// Reached when the receiver implements another spelling.
    @_disfavoredOverload public func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        preferences: WKWebpagePreferences,
        decisionHandler: @escaping (WKNavigationActionPolicy, WKWebpagePreferences) -> Void
    ) { Optionality.reachedDefault() }

    /// Reached when the receiver implements none: it is asked without settings.
    @_disfavoredOverload public func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        preferences: WKWebpagePreferences
    ) async -> (WKNavigationActionPolicy, WKWebpagePreferences) {
        Optionality.reachedAsyncDefault()
        return (.cancel, preferences)
    }

    /// Reached when the receiver implements another spelling.
    @_disfavoredOverload public func webView(
        _ webView: WKWebView, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @MainActor @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) { Optionality.reachedDefault() }

    /// Reached when the receiver implements another spelling.
    @_disfavoredOverload public func webView(
        _ webView: WKWebView, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) { Optionality.reachedDefault() }

    /// Reached when the receiver implements none.
    @_disfavoredOverload public func webView(
        _ webView: WKWebView, respondTo challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        Optionality.reachedAsyncDefault()
        return (.performDefaultHandling, nil)
    }

    /// Reached when the receiver implements another spelling.
    @_disfavoredOverload public func webView(
        _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationResponsePolicy) -> Void
    ) { Optionality.reachedDefault() }

    /// Reached when the receiver implements another spelling.
    @_disfavoredOverload public func webView(
        _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
        decisionHandler: @escaping (WKNavigationResponsePolicy) -> Void
    ) { Optionality.reachedDefault() }

    /// Reached when the receiver implements none: what the engine can show is shown.
    @_disfavoredOverload public func webView(
        _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse
    ) async -> WKNavigationResponsePolicy {
        Optionality.reachedDefault()
        return navigationResponse.canShowMIMEType ? .allow : .cancel
    }
}

extension WKNavigationDelegate {
    /// Does nothing.
    public func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) {}
    /// Does nothing.
    public func webView(
        _ webView: WKWebView, didReceiveServerRedirectForProvisionalNavigation navigation: WKNavigation!
    ) {}
    /// Does nothing.
    public func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) {}
    /// Does nothing.
    public func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) {}
    /// Does nothing.
    public func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {}
    /// Does nothing.
    public func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {}
    /// Does nothing.
    public func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {}
    /// Does nothing, and the download is cancelled.
    public func webView(
        _ webView: WKWebView, navigationAction: WKNavigationAction, didBecome download: WKDownload
    ) {}
    /// Does nothing, and the download is cancelled.
    public func webView(
        _ webView: WKWebView, navigationResponse: WKNavigationResponse, didBecome download: WKDownload
    ) {}
}
