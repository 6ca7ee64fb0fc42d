// Who receives messages of a page.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Receives the messages of the handlers that it was added for.
@preconcurrency @MainActor
public protocol WKScriptMessageHandler: NSObjectProtocol {
    /// Called on the main thread, in the order in which a page posts, before the page's promise resolves.
    func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage)
}
