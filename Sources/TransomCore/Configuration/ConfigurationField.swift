// One key of the configuration.
// SPDX-License-Identifier: Apache-2.0

/// One key of the configuration: its name, what it is for, and what may stand there.
struct ConfigurationField: Sendable {
    /// The key.
    let name: String
    /// What it is for, in a sentence without a full stop.
    let summary: String
    /// What may stand there.
    let shape: ConfigurationShape
    /// What is in force where it is left out; nil where that depends on the run.
    let standard: JSONValue?

    init(_ name: String, _ summary: String, _ shape: ConfigurationShape, standard: JSONValue? = nil) {
        self.name = name
        self.summary = summary
        self.shape = shape
        self.standard = standard
    }
}
