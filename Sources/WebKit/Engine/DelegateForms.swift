// Asking a delegate whose method has several spellings.
// SPDX-License-Identifier: Apache-2.0

import TransomGLib

/// Calls the spelling of a decision that a delegate implements, and passes its answer on.
@MainActor
enum DelegateForms {
    /// Asks through the isolated closure, then through the plain one, then through the async method, until one is the
    /// delegate's own.
    ///
    /// - Parameters:
    ///   - answer: What is answered, also when the delegate drops the closure.
    ///   - name: The closure's name in Apple's declaration.
    static func ask<Value>(
        _ answer: OneShot<Value>, named name: String,
        isolated: (@escaping @MainActor @Sendable (Value) -> Void) -> Void,
        plain: (@escaping (Value) -> Void) -> Void,
        asynchronous: @escaping @MainActor () async -> Value
    ) {
        let give = MainThreadAnswer.isolated(answer, named: name)
        if Optionality.isImplemented({ isolated(give) }) { return }
        if Optionality.isImplemented({ plain(MainThreadAnswer.plain(answer, named: name)) }) { return }
        // Starts here and now, so that a method which does not suspend decides before this returns.
        Task.immediate { @MainActor in
            nonisolated(unsafe) let value = await asynchronous()
            // The value was made for this caller alone.
            give(value)
        }
    }

    /// The same for a decision of two parts, which says whether any spelling is the delegate's own.
    static func isAsked<First, Second>(
        _ answer: OneShot<(First, Second)>, named name: String,
        isolated: (@escaping @MainActor @Sendable (First, Second) -> Void) -> Void,
        plain: (@escaping (First, Second) -> Void) -> Void,
        asynchronous: @escaping @MainActor () async -> (First, Second)
    ) -> Bool {
        let give = MainThreadAnswer.isolated(answer, named: name)
        let isolatedGive: @MainActor @Sendable (First, Second) -> Void = { give(($0, $1)) }
        if Optionality.isImplemented({ isolated(isolatedGive) }) { return true }
        let plainGive: (First, Second) -> Void = MainThreadAnswer.plain(answer, named: name)
        if Optionality.isImplemented({ plain(plainGive) }) { return true }
        let outcome = Outcome()
        Task.immediate { @MainActor in
            nonisolated(unsafe) let value = await asynchronous()
            // The value was made for this caller alone.
            // A default does not suspend, so nothing else has run since it said that it was reached.
            if Optionality.tookAsyncDefault() {
                outcome.isDefault = true
            } else {
                give(value)
            }
        }
        return !outcome.isDefault
    }

    private final class Outcome {
        var isDefault = false
    }
}
