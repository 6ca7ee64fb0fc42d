// A flow that the sandbox can play by itself.
// SPDX-License-Identifier: Apache-2.0

/// A flow that the sandbox can play by itself: `--play NAME`.
public struct PlayDeclaration: Sendable, Equatable {
    /// The name.
    public let name: String
    /// What happens, in a few words.
    public let summary: String
    /// The events that it must give, in this order; others may stand between.
    public let events: [String]
    /// Parameters that the play sets, over those given.
    public let parameters: [String: String]
    /// The plays of the integrations that are opened as sheets meanwhile, by their names.
    public let sheets: [String: String]

    /// Declares a play.
    public init(
        _ name: String, _ summary: String, events: [String], parameters: [String: String] = [:],
        sheets: [String: String] = [:]
    ) {
        self.name = name
        self.summary = summary
        self.events = events
        self.parameters = parameters
        self.sheets = sheets
    }
}
