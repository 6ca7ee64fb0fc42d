// What an event says, before it has an id, a time and a place in the sequence.
// SPDX-License-Identifier: Apache-2.0

/// What an event says, before it has an id, a time and a place in the sequence.
public struct EventDraft: Sendable, Equatable {
    /// The type, such as `hubble.app_ready`.
    public var type: String
    /// What the event carries; an object, empty where there is nothing to say.
    public var data: JSONValue

    /// Makes a draft.
    ///
    /// - Parameters:
    ///   - type: the integration's name or `transom`, a dot, and a word of `[A-Za-z0-9_.-]`.
    ///   - data: what the event carries.
    public init(_ type: String, _ data: JSONValue = [:]) {
        self.type = type
        self.data = data
    }
}
