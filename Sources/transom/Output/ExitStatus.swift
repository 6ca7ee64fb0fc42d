// The exit statuses of transom.
// SPDX-License-Identifier: Apache-2.0

/// What the exit status of transom says.
///
/// Scripts depend on these numbers.
nonisolated enum ExitStatus: Int32, Sendable {
    /// It ended as asked.
    case success = 0
    /// The page failed, or ended before what was waited for.
    case failure = 1
    /// The command line is wrong.
    case usage = 2
    /// The time was over.
    case timeout = 3
    /// The machine lacks something.
    case machine = 4
    /// The configuration is invalid.
    case configuration = 5
}
