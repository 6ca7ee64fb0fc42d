// What becomes of a window that a page asks for.
// SPDX-License-Identifier: Apache-2.0

/// What becomes of a window that a page asks for.
public enum PopupAction: String, Sendable, Equatable, CaseIterable {
    /// The next one is opened as the integration says.
    case allow
    /// The next one is refused.
    case refuse
    /// The target is raised.
    case focus
}
