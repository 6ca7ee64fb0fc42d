// What a message means to its integration.
// SPDX-License-Identifier: Apache-2.0

/// What a message means to its integration.
public enum Decoding: Sendable, Equatable {
    /// An event, and what the host does about it besides telling.
    case event(EventDraft, reactions: [Reaction])
    /// The same, but a later message with the same key is a repetition: it is refused as ``RejectionReason/duplicate``
    /// and has no effect, for as long as the session lasts.
    case once(key: String, EventDraft, reactions: [Reaction])
    /// A command to the host, whose outcome answers the message, or what is wrong with it.
    case command(Result<Command, CommandError>)
    /// Not a message of the contract; it is reported as the gate's refusals are.
    case rejected(RejectionReason)
}
