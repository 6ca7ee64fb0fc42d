// What happens when a UI delegate does not have a decision.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

// Disfavoured, so that a test which calls its own delegate's method gets the delegate's and not these.
extension _WKUIDelegateForms {
    /// Reached when the receiver implements another spelling.
    @_disfavoredOverload public func webView(
        _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String,
        initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping @MainActor @Sendable () -> Void
    ) { Optionality.reachedDefault() }

    /// Reached when the receiver implements another spelling.
    @_disfavoredOverload public func webView(
        _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String,
        initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping () -> Void
    ) { Optionality.reachedDefault() }

    /// Reached when the receiver implements none.
    @_disfavoredOverload public func webView(
        _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo
    ) async { Optionality.reachedDefault() }

    /// Reached when the receiver implements another spelling.
    @_disfavoredOverload public func webView(
        _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String,
        initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping @MainActor @Sendable (Bool) -> Void
    ) { Optionality.reachedDefault() }

    /// Reached when the receiver implements another spelling.
    @_disfavoredOverload public func webView(
        _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String,
        initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping (Bool) -> Void
    ) { Optionality.reachedDefault() }

    /// Reached when the receiver implements none.
    @_disfavoredOverload public func webView(
        _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo
    ) async -> Bool {
        Optionality.reachedDefault()
        return false
    }

    /// Reached when the receiver implements another spelling.
    @_disfavoredOverload public func webView(
        _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
        initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping @MainActor @Sendable (String?) -> Void
    ) { Optionality.reachedDefault() }

    /// Reached when the receiver implements another spelling.
    @_disfavoredOverload public func webView(
        _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
        initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping (String?) -> Void
    ) { Optionality.reachedDefault() }

    /// Reached when the receiver implements none.
    @_disfavoredOverload public func webView(
        _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
        initiatedByFrame frame: WKFrameInfo
    ) async -> String? {
        Optionality.reachedDefault()
        return nil
    }

    /// Reached when the receiver implements another spelling.
    @_disfavoredOverload public func webView(
        _ webView: WKWebView, requestMediaCapturePermissionFor origin: WKSecurityOrigin,
        initiatedByFrame frame: WKFrameInfo, type: WKMediaCaptureType,
        decisionHandler: @escaping @MainActor @Sendable (WKPermissionDecision) -> Void
    ) { Optionality.reachedDefault() }

    /// Reached when the receiver implements another spelling.
    @_disfavoredOverload public func webView(
        _ webView: WKWebView, requestMediaCapturePermissionFor origin: WKSecurityOrigin,
        initiatedByFrame frame: WKFrameInfo, type: WKMediaCaptureType,
        decisionHandler: @escaping (WKPermissionDecision) -> Void
    ) { Optionality.reachedDefault() }

    /// Reached when the receiver implements none.
    @_disfavoredOverload public func webView(
        _ webView: WKWebView, decideMediaCapturePermissionsFor origin: WKSecurityOrigin,
        initiatedBy frame: WKFrameInfo, type: WKMediaCaptureType
    ) async -> WKPermissionDecision {
        Optionality.reachedDefault()
        return .prompt
    }

    /// Reached when the receiver implements another spelling.
    @_disfavoredOverload public func webView(
        _ webView: WKWebView, runOpenPanelWith parameters: WKOpenPanelParameters,
        initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping @MainActor @Sendable ([URL]?) -> Void
    ) { Optionality.reachedDefault() }

    /// Reached when the receiver implements another spelling.
    @_disfavoredOverload public func webView(
        _ webView: WKWebView, runOpenPanelWith parameters: WKOpenPanelParameters,
        initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping ([URL]?) -> Void
    ) { Optionality.reachedDefault() }

    /// Reached when the receiver implements none.
    @_disfavoredOverload public func webView(
        _ webView: WKWebView, runOpenPanelWith parameters: WKOpenPanelParameters, initiatedByFrame frame: WKFrameInfo
    ) async -> [URL]? {
        Optionality.reachedDefault()
        return nil
    }
}
