// One JSON object as a line, its members in the order in which they are documented.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// One JSON object as a line of text, its members in the order given.
nonisolated struct JSONLine {
    private var members: [String] = []

    /// The object as text.
    var text: String { "{" + members.joined(separator: ",") + "}" }

    /// Adds a member.
    mutating func add(_ name: String, _ value: JSONValue) {
        members.append(JSONText.encode(name) + ":" + JSONText.encode(value))
    }

    /// Adds a member that is an array of objects.
    mutating func add(_ name: String, _ objects: [JSONLine]) {
        members.append(JSONText.encode(name) + ":[" + objects.map(\.text).joined(separator: ",") + "]")
    }
}
