// The options of run that a later version has.
// SPDX-License-Identifier: Apache-2.0

/// The options of run that a later version has: known, and refused in one sentence rather than ignored.
nonisolated enum RunLater {
    /// These options, as a section that the help writes as one line.
    static let section = CommandSpec.Section(
        title: "",
        options: [
            .later("send", .text("TYPE[=JSON]"))
        ])
}
