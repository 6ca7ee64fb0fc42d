// Answers that user code gives from any thread.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import TransomGLib
import TransomGLibShims

/// Wraps the answer that a delegate gives, so that it may be given from any thread and reaches the engine on the main one.
@MainActor
enum MainThreadAnswer {
    /// A closure without isolation that answers on the main thread: at once when called there, else in a moment.
    ///
    /// It is made outside the main actor: a closure that is made in it stops the process when another thread calls it.
    nonisolated static func plain<Value>(_ answer: OneShot<Value>, named name: String) -> (Value) -> Void {
        { value in
            nonisolated(unsafe) let value = value
            // The value is handed over: the caller does not keep it for itself, as with a block on iOS.
            if transom_is_first_thread() {
                MainActor.assumeIsolated { give(value, to: answer, named: name) }
            } else {
                DispatchQueue.main.async { give(value, to: answer, named: name) }
            }
        }
    }

    /// The same for an answer of two parts.
    nonisolated static func plain<First, Second>(
        _ answer: OneShot<(First, Second)>, named name: String
    ) -> (First, Second) -> Void {
        let give: ((First, Second)) -> Void = plain(answer, named: name)
        return { first, second in give((first, second)) }
    }

    /// A closure on the main actor.
    static func isolated<Value>(_ answer: OneShot<Value>, named name: String) -> @MainActor @Sendable (Value) -> Void {
        { value in give(value, to: answer, named: name) }
    }

    private static func give<Value>(_ value: Value, to answer: OneShot<Value>, named name: String) {
        if !answer.answer(value) {
            Diagnostics.report("\(name) was called twice; the second answer is ignored")
        }
        MainLoop.wake()
    }
}
