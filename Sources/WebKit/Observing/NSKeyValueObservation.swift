// The life of one observation.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization

/// An observation, which lasts until it is invalidated or released.
public final class NSKeyValueObservation: NSObject, @unchecked Sendable {
    // What is mutable is behind the lock; the last reference may go on any thread.
    private let end: Mutex<(@MainActor @Sendable () -> Void)?>

    init(end: @escaping @MainActor @Sendable () -> Void) {
        self.end = Mutex(end)
        super.init()
    }

    /// Ends the observation; harmless when it has ended.
    public func invalidate() {
        let end = end.withLock { end in
            defer { end = nil }
            return end
        }
        if let end { MainThread.run(end) }
    }

    deinit {
        invalidate()
    }
}
