// A Unix signal as an event of the main loop.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import TransomGLibShims

/// Calls a handler on the main thread, in the main loop, each time a Unix signal arrives, until it is released.
///
/// `g_unix_signal_add`. The signal's default action is suspended as long as this lives, so make it before anything slow.
@MainActor
package final class UnixSignal {
    private var source: guint

    /// Watches a signal.
    ///
    /// - Parameters:
    ///   - number: SIGHUP, SIGINT, SIGTERM, SIGUSR1, SIGUSR2 or SIGWINCH: the ones that GLib can watch.
    ///   - handler: Called in the main loop.
    package init(_ number: Int32, handler: @escaping @MainActor () -> Void) {
        source = transom_unix_signal_add(
            number,
            { data in
                CallbackBox<@MainActor () -> Void>.value(at: data)?()
                return 1
            }, CallbackBox(handler).retainedPointer, releaseBox)
    }

    isolated deinit {
        g_source_remove(source)
    }
}
