// What a popup is opened for.
// SPDX-License-Identifier: Apache-2.0

/// What a popup is opened for: an event that comes before it is closed or soon after, or else the host tells one itself.
///
/// A page learns of the outcome from the popup's own messages. A popup that is closed before it has sent any, such as in
/// the middle of a sign-in, would leave whoever waits for the event without it.
public struct PopupAnswer: Sendable, Equatable {
    /// The type of the event.
    public let event: String
    /// The pages that make a popup one of these: it has shown one of them.
    public let origins: OriginSet
    /// The data of the event that the host tells where none came; `seconds`, since the opening, is added.
    public let silence: [String: JSONValue]

    /// Declares what popups are opened for.
    public init(event: String, origins: OriginSet, silence: [String: JSONValue]) {
        self.event = event
        self.origins = origins
        self.silence = silence
    }
}
