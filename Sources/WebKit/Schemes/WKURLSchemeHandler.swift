// Who answers the requests for a scheme of the app's own.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Answers the requests that pages make for a scheme of the app's own.
///
/// Set it on a configuration with `setURLSchemeHandler(_:forURLScheme:)`.
@preconcurrency @MainActor
public protocol WKURLSchemeHandler: NSObjectProtocol {
    /// A request is to be answered, now or later, through the task's methods.
    func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask)

    /// Nobody waits for the answer any more: the task must not be used from now on.
    ///
    /// It is called when the page was left, the view was closed, its process ended, and when a page gives up an answer
    /// that has begun. The engine does not tell of a request that a page gives up before its answer has begun.
    func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask)
}
