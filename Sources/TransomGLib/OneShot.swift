// An answer that C waits for.
// SPDX-License-Identifier: Apache-2.0

/// An answer that must be given once: it gives a safe default when everybody forgot it.
///
/// Policy decisions, permission requests and script replies wait for an answer. A second answer is ignored and reported
/// through `answer`'s result, so the caller can say so.
@MainActor
package final class OneShot<Value> {
    private var handler: ((Value) -> Void)?
    private let valueIfDropped: Value

    /// Makes an answer.
    ///
    /// - Parameters:
    ///   - valueIfDropped: What is answered when the last reference goes without an answer.
    ///   - handler: Gives the answer to C. It is called at most once, on the main thread.
    package init(ifDropped valueIfDropped: Value, _ handler: @escaping (Value) -> Void) {
        self.valueIfDropped = valueIfDropped
        self.handler = handler
    }

    /// Whether an answer was given.
    package var isAnswered: Bool {
        handler == nil
    }

    /// Answers, and returns false when an answer had been given before.
    @discardableResult
    package func answer(_ value: Value) -> Bool {
        guard let handler else { return false }
        self.handler = nil
        handler(value)
        return true
    }

    /// Takes the question back: it is answered elsewhere, and this never answers it.
    package func forget() {
        handler = nil
    }

    isolated deinit {
        handler?(valueIfDropped)
    }
}
