// Between the engine, which keeps its handlers, and the session, which must be able to go.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import WebKit

/// Passes messages on to a session without keeping it alive.
final class MessageRelay: NSObject, WKScriptMessageHandler {
    private weak var session: HostSession?

    init(_ session: HostSession) {
        self.session = session
        super.init()
    }

    func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage) {
        session?.received(message)
    }
}
