// What a command has to say, before it is written.
// SPDX-License-Identifier: Apache-2.0

/// What a command has to say, before it is written.
nonisolated struct Report: Sendable, Equatable {
    /// The lines of the result, for standard output.
    var results: [String] = []
    /// Lines for people, for standard error.
    var notes: [String] = []
    /// How the program ends when all of it is written.
    var status = ExitStatus.success
}
