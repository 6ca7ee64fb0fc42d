// Seeing what C libraries complain about.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO

/// Remembers every warning and critical message that a library logs from now on, for the rest of the process.
///
/// GLib reports a wrong cast, a double free of a source or a handler that is not there as a message, not as a failure.
/// `g_log_set_default_handler`.
@MainActor
package enum LogWatch {
    private static var installed = false

    private nonisolated(unsafe) static var complaints: [String] = []
    // GLib may log from any thread; the array is only touched under the lock.
    private nonisolated static let lock = Lock()

    private final class Lock: @unchecked Sendable {
        // A GMutex is made for use from any thread.
        private var mutex = GMutex()

        init() { g_mutex_init(&mutex) }

        func callAsFunction<Result>(_ body: () -> Result) -> Result {
            g_mutex_lock(&mutex)
            defer { g_mutex_unlock(&mutex) }
            return body()
        }
    }

    /// Begins to listen, and forgets what was heard.
    package static func start() {
        lock { complaints = [] }
        guard !installed else { return }
        installed = true
        g_log_set_default_handler(Self.hear, nil)
    }

    /// Outside the main actor: a closure that is made in it stops the process when one of GLib's threads logs.
    private nonisolated static let hear: GLogFunc = { domain, level, message, data in
        if level.rawValue & (G_LOG_LEVEL_WARNING.rawValue | G_LOG_LEVEL_CRITICAL.rawValue) != 0 {
            let text = message.map { String(cString: $0) } ?? ""
            LogWatch.lock { LogWatch.complaints.append(text) }
        }
        g_log_default_handler(domain, level, message, data)
    }

    /// What was heard since the start.
    package static var heard: [String] {
        lock { complaints }
    }
}
