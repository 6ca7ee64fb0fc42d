// Where the words of a command go: standard output for results, standard error for people.
// SPDX-License-Identifier: Apache-2.0

/// Where the words of a command go.
///
/// Tests give functions that collect them.
nonisolated struct Output: Sendable {
    /// Takes one line of a result, without its line feed.
    ///
    /// It returns false when nobody reads results any longer.
    let result: @Sendable (String) -> Bool
    /// Takes one line for people.
    let note: @Sendable (String) -> Void

    /// Standard output and standard error of this process.
    static let standard = Output(
        result: { FileDescriptorWriter.write($0 + "\n", to: 1) },
        note: { _ = FileDescriptorWriter.write($0 + "\n", to: 2) })

    /// Writes lines of a result until nobody reads them.
    func results(_ lines: some Sequence<String>) {
        for line in lines where !result(line) { return }
    }
}
