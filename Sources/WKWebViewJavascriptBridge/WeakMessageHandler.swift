// Between a controller, which keeps its handlers, and a bridge, which must be able to go.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import WebKit

/// Passes the page's signals on without keeping the bridge alive.
@MainActor
final class WeakMessageHandler: NSObject, WKScriptMessageHandler {
    private weak var bridge: WKWebViewJavascriptBridge?

    init(_ bridge: WKWebViewJavascriptBridge) {
        self.bridge = bridge
        super.init()
    }

    func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage) {
        bridge?.received(message)
    }
}
