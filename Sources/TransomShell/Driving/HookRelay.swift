// Answers the function that a driven page has.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import WebKit

/// Answers the function that a driven page has.
final class HookRelay: NSObject, WKScriptMessageHandlerWithReply {
    private let answer: (String) -> String

    init(_ answer: @escaping (String) -> String) {
        self.answer = answer
        super.init()
    }

    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
        replyHandler: @escaping @MainActor @Sendable (Any?, String?) -> Void
    ) {
        guard let text = message.body as? String else { return replyHandler(nil, "a number is wanted") }
        replyHandler(answer(text), nil)
    }
}
