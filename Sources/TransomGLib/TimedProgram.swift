// A program of the system's that is waited for.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO

/// Runs a program of the system's and waits for it, for a moment at start-up.
///
/// `g_spawn_sync`, under coreutils' `timeout`: the call itself has no deadline.
package enum TimedProgram {
    /// Whether a program ended well in time; what it prints goes nowhere.
    ///
    /// - Parameters:
    ///   - arguments: The program, looked for in `PATH`, and what it gets.
    ///   - seconds: After how long it is ended.
    package static func succeeds(_ arguments: [String], within seconds: Int = 5) -> Bool {
        let line = ["timeout", "\(seconds)"] + arguments
        var vector: [UnsafeMutablePointer<CChar>?] = line.map { g_strdup($0) } + [nil]
        defer { for argument in vector { g_free(argument) } }
        var status: gint = 0
        let flags = GSpawnFlags(
            G_SPAWN_SEARCH_PATH.rawValue | G_SPAWN_STDOUT_TO_DEV_NULL.rawValue | G_SPAWN_STDERR_TO_DEV_NULL.rawValue)
        return g_spawn_sync(nil, &vector, nil, flags, nil, nil, nil, nil, &status, nil) != 0 && status == 0
    }
}
