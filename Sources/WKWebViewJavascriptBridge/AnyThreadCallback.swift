// Answers that handlers give from any thread.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import TransomGLib
import TransomGLibShims

/// Makes the closure that a handler answers with.
enum AnyThreadCallback {
    /// A closure that answers on the main thread: at once when called there, else in a moment.
    ///
    /// It is made outside the main actor: a closure that is made in it stops the process when another thread calls it.
    static func make(_ answer: OneShot<Any?>) -> WKWebViewJavascriptBridge.Callback {
        { value in
            nonisolated(unsafe) let value = value
            // The value is handed over: the caller does not keep it for itself, as with a block on iOS.
            if transom_is_first_thread() {
                MainActor.assumeIsolated { give(value, to: answer) }
            } else {
                DispatchQueue.main.async { give(value, to: answer) }
            }
        }
    }

    @MainActor
    private static func give(_ value: Any?, to answer: OneShot<Any?>) {
        answer.answer(value)
        MainLoop.wake()
    }
}
