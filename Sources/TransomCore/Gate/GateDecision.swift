// What the gate says about one message.
// SPDX-License-Identifier: Apache-2.0

/// What the gate says about one message.
public enum GateDecision: Sendable, Equatable {
    /// Pass it to the integration.
    case accepted(GatedMessage)
    /// Do nothing with it but tell; the gate counts it and says when to report.
    case refused(RejectionReason)
}
