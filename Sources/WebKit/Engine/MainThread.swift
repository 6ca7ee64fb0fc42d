// Getting to the main thread from wherever user code is.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import TransomGLibShims

/// Runs what belongs to the main thread there.
enum MainThread {
    /// Runs a closure at once where this is the main thread, else in a moment.
    static func run(_ body: @escaping @MainActor @Sendable () -> Void) {
        if transom_is_first_thread() {
            MainActor.assumeIsolated(body)
        } else {
            DispatchQueue.main.async(execute: body)
        }
    }
}
