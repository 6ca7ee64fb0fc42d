// What would show the document that a navigation asks for.
// SPDX-License-Identifier: Apache-2.0

/// The kind of browsing context that navigates.
public enum NavigationTarget: String, Hashable, Sendable, CaseIterable, Codable {
    /// The main frame of the host's view.
    case main
    /// A frame within a page, of whatever depth.
    case iframe
    /// The main frame of a window that a page has opened.
    case popup
}
