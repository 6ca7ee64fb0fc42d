// Who answers messages of a page.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Receives messages and answers each: the page's promise resolves with the reply or rejects with the error text.
///
/// Implement one of the spellings. A message that nobody answers rejects with Apple's text.
@preconcurrency @MainActor
public protocol WKScriptMessageHandlerWithReply: _WKScriptMessageHandlerWithReplyForms {}

/// The spellings of the one requirement; see `WKNavigationDelegate` for why they stand apart.
@MainActor
public protocol _WKScriptMessageHandlerWithReplyForms: NSObjectProtocol {
    /// Answers through a closure: a value and nil, or nil and an error text. Call it once, on any thread.
    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
        replyHandler: @escaping @MainActor @Sendable (Any?, String?) -> Void)
    /// Answers through a closure that is not isolated.
    @preconcurrency func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
        replyHandler: @escaping (Any?, String?) -> Void)
    /// Answers by returning a value and nil, or nil and an error text.
    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) async -> (Any?, String?)
}

extension _WKScriptMessageHandlerWithReplyForms {
    /// Reached when the receiver implements another spelling.
    @_disfavoredOverload public func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
        replyHandler: @escaping @MainActor @Sendable (Any?, String?) -> Void
    ) { Optionality.reachedDefault() }

    /// Reached when the receiver implements another spelling.
    @_disfavoredOverload public func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
        replyHandler: @escaping (Any?, String?) -> Void
    ) { Optionality.reachedDefault() }

    /// Reached when the receiver implements none.
    @_disfavoredOverload public func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) async -> (Any?, String?) {
        Optionality.reachedDefault()
        return (nil, ScriptReply.unanswered)
    }
}
