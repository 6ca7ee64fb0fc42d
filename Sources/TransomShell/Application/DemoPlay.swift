// One play of the demo, and what became of it.
// SPDX-License-Identifier: Apache-2.0

package import TransomCore

/// What became of one play.
package nonisolated struct DemoPlay: Sendable {
    /// The integration's name.
    package let integration: String
    /// The play's name.
    package let play: String
    /// Whether every event that the play must give came, in order.
    package let isGood: Bool
    /// The types of all events, in order.
    package let events: [String]
    /// How long it took.
    package let seconds: Double
    /// What was wrong, or how it ended.
    package let detail: String
    /// Whether the machine lacks what every play needs, such as a display.
    package let machineLacks: Bool

    /// Describes what became of a play.
    package init(
        integration: String, play: String, isGood: Bool, events: [String], seconds: Double, detail: String,
        machineLacks: Bool = false
    ) {
        self.integration = integration
        self.play = play
        self.isGood = isGood
        self.events = events
        self.seconds = seconds
        self.detail = detail
        self.machineLacks = machineLacks
    }

    /// The line of `--json`.
    package var json: JSONValue {
        [
            "integration": .string(integration), "play": .string(play), "ok": .bool(isGood),
            "events": .array(events.map { .string($0) }), "seconds": JSONValue(double: seconds) ?? .integer(0),
            "detail": .string(detail),
        ]
    }

    /// The first of the expected types that is not among the seen ones in its place; nil when all are.
    package static func missing(_ expected: [String], in seen: [String]) -> String? {
        var rest = seen[...]
        for type in expected {
            guard let index = rest.firstIndex(of: type) else { return type }
            rest = rest[(index + 1)...]
        }
        return nil
    }
}
