// Where the events of a run go.
// SPDX-License-Identifier: Apache-2.0

/// Where the events of a run go.
nonisolated enum EventDestination: Sendable, Equatable {
    /// Standard output.
    case standardOutput
    /// A file, by its path.
    case file(String)
    /// The journal of systemd.
    case journal

    /// Reads what follows `--events`.
    init(_ text: String) {
        switch text {
        case "-": self = .standardOutput
        case "journal": self = .journal
        default: self = .file(text)
        }
    }
}
