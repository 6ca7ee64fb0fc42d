// Foundation timers of user code under GLib's loop.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import Foundation
import TransomGLibShims

/// Lets a user's `Timer` on the main run loop fire while GLib's loop owns the thread.
///
/// Transom uses no Foundation timer itself, but the Swift files that it hosts do. Before each poll the run loop is asked
/// when its next timer is due, which also fires those that are.
@MainActor
enum RunLoopTimers {
    /// Adds the source to the default context and returns its id.
    static func attach() -> guint {
        transom_prepare_source_attach { RunLoopTimers.millisecondsUntilNext() }
    }

    private static func millisecondsUntilNext() -> Int32 {
        guard let next = RunLoop.main.limitDate(forMode: .default) else { return -1 }
        let seconds = next.timeIntervalSinceNow
        if seconds > 86_400 { return -1 }
        return Int32(max(0, (seconds * 1000).rounded(.up)))
    }
}
