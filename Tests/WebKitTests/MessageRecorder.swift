// A handler that remembers what it received.
// SPDX-License-Identifier: Apache-2.0

import WebKit

/// Remembers every message, in order.
@MainActor
final class MessageRecorder: NSObject, WKScriptMessageHandler {
    private(set) var messages: [WKScriptMessage] = []
    var onMessage: ((WKScriptMessage) -> Void)?

    func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage) {
        messages.append(message)
        onMessage?(message)
    }

    /// Forgets what was received.
    func forget() {
        messages = []
    }

    var bodies: [Any] { messages.map(\.body) }
    var texts: [String] { messages.compactMap { $0.body as? String } }
}
