// The types of the protocol under the name that the iOS library gives them.
// SPDX-License-Identifier: Apache-2.0

/// The types of the protocol under the name that the iOS library gives them.
public enum WKWebViewJavascriptBridgeBase {
    /// Takes an answer.
    public typealias Callback = WKWebViewJavascriptBridge.Callback
    /// Handles a call of the page.
    public typealias Handler = WKWebViewJavascriptBridge.Handler
    /// A message as it goes over the wire.
    public typealias Message = WKWebViewJavascriptBridge.Message
}
