// A one-shot timer of the main loop.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import TransomGLibShims

/// Calls a handler once on the main thread after some time, unless it is released or cancelled before.
///
/// `g_timeout_add`.
@MainActor
package final class TimeoutSource {
    private var source: guint = 0

    /// Starts a timer.
    ///
    /// - Parameters:
    ///   - milliseconds: 0 to 2³² − 1.
    ///   - handler: Called once, in the main loop.
    package init(milliseconds: UInt32, handler: @escaping @MainActor () -> Void) {
        let fire = Fire(timer: WeakReference(self), handler: handler)
        source = transom_timeout_add(
            milliseconds,
            { data in
                let fire = CallbackBox<Fire>.value(at: data)
                fire?.timer.object?.source = 0
                fire?.handler()
                return 0
            }, CallbackBox(fire).retainedPointer, releaseBox)
        MainLoop.wake()
    }

    /// Whether the handler is still to be called.
    package var isPending: Bool {
        source != 0
    }

    /// Stops the timer; harmless when it has fired.
    package func cancel() {
        if source != 0 { g_source_remove(source) }
        source = 0
    }

    isolated deinit {
        cancel()
    }

    private struct Fire {
        let timer: WeakReference<TimeoutSource>
        let handler: @MainActor () -> Void
    }
}
