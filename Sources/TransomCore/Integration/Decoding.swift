// What a message means to its integration.
// SPDX-License-Identifier: Apache-2.0

/// What a message means to its integration.
public enum Decoding: Sendable, Equatable {
    /// An event, and what the host does about it besides telling.
    case event(EventDraft, reactions: [Reaction])
    /// Not a message of the contract; it is reported as the gate's refusals are.
    case rejected(RejectionReason)
}
