// Where the words of a command go: standard output for results, standard error for people.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import TransomCore

/// Where the words of a command go.
///
/// Tests give functions that collect them.
nonisolated struct Output: Sendable {
    /// Takes text of a result.
    ///
    /// It returns the number of the error where it could not be written, else 0.
    let result: @Sendable (String) -> Int32
    /// Takes one line for people.
    let note: @Sendable (String) -> Void

    /// Standard output and standard error of this process.
    static let standard = Output(results: STDOUT_FILENO, notes: STDERR_FILENO)

    /// Takes functions.
    init(result: @escaping @Sendable (String) -> Int32, note: @escaping @Sendable (String) -> Void) {
        self.result = result
        self.note = note
    }

    /// Takes descriptors, which stay open for their owner.
    init(results: Int32, notes: Int32) {
        result = { Self.write($0, to: results) }
        note = { _ = Self.write($0 + "\n", to: notes) }
    }

    private static func write(_ text: String, to descriptor: Int32) -> Int32 {
        do throws(DescriptorWriter.Failure) {
            try DescriptorWriter.write(Array(text.utf8), to: descriptor)
            return 0
        } catch {
            return error.code
        }
    }

    /// Writes all that a command has to say.
    ///
    /// - Returns: the report's own status; 0 where the reader of the results has gone, as after `| head`; 1 where they
    ///   cannot be written, which is then said.
    func write(_ report: Report) -> ExitStatus {
        for line in report.notes { note(line) }
        guard !report.results.isEmpty else { return report.status }
        switch result(report.results.joined(separator: "\n") + "\n") {
        case 0: return report.status
        case EPIPE: return .success
        case let number:
            note("transom: standard output cannot be written: \(String(cString: strerror(number)))")
            return .failure
        }
    }
}
