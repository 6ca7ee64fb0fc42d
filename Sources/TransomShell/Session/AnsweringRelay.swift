// The same as the message relay, for a handler whose messages are answered.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore
import WebKit

/// Passes messages on to a session without keeping it alive, and its answers back to the page's promises.
final class AnsweringRelay: NSObject, WKScriptMessageHandlerWithReply {
    private weak var session: HostSession?

    init(_ session: HostSession) {
        self.session = session
        super.init()
    }

    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
        replyHandler: @escaping @MainActor @Sendable (Any?, String?) -> Void
    ) {
        guard let session else { return replyHandler(nil, "the host has ended") }
        session.received(message) { value, problem in replyHandler(value?.foundation, problem) }
    }
}
