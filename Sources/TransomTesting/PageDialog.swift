// A dialog that a script of a page has shown.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// A dialog that a script of a page has shown, as `transom.dialog.shown` tells of it.
public struct PageDialog: Sendable, Equatable {
    /// `alert`, `confirm`, `prompt` or `beforeunload`.
    public let kind: String
    /// What it says.
    public let message: String
    /// The origin of the page that it stands over.
    public let origin: String
    /// Whether it was answered with OK; nil where that is not known, as for an alert.
    public let isAccepted: Bool?

    /// Reads the event.
    init(_ event: Event) {
        kind = event.data["kind"]?.stringValue ?? ""
        message = event.data["message"]?.stringValue ?? ""
        origin = event.data["origin"]?.stringValue ?? ""
        isAccepted = if case .bool(let isAccepted)? = event.data["accepted"] { isAccepted } else { nil }
    }
}
