// Answering a page's promise.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomWebKit
import Foundation
import TransomGLib
import TransomWebKitShims

/// The answer to one message, given once.
@MainActor
enum ScriptReply {
    /// Apple's text for a message that was never answered.
    static let unanswered = "WKWebView API client did not respond to this postMessage"
    /// Apple's text for an answer that is not a JavaScript value.
    static let unserializable =
        "The result value passed back from the WKWebView API client was unable to be serialized"

    /// Makes the answer to a message; when it is dropped, the page's promise rejects.
    ///
    /// `webkit_script_message_reply_return_value`, `webkit_script_message_reply_return_error_message`.
    static func make(
        _ reply: OpaquePointer, replyingTo value: UnsafeMutablePointer<JSCValue>
    ) -> OneShot<(Any?, String?)> {
        webkit_script_message_reply_ref(reply)
        let context = ObjectRef(retaining: UnsafeMutableRawPointer(jsc_value_get_context(value)))
        return OneShot(ifDropped: (nil, unanswered)) { result, error in
            defer { webkit_script_message_reply_unref(reply) }
            if let error {
                webkit_script_message_reply_return_error_message(reply, error)
                return
            }
            // An answer that is no JavaScript value, or a function, would take the whole process down in the engine.
            guard let value = JavaScriptBuilder.value(result, in: context.assuming()) else {
                webkit_script_message_reply_return_error_message(reply, unserializable)
                return
            }
            webkit_script_message_reply_return_value(reply, value)
            g_object_unref(value)
        }
    }
}
