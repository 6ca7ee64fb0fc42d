// What becomes of a window that a page asks for.
// SPDX-License-Identifier: Apache-2.0

/// What becomes of a window that a page asks for.
public struct PopupDeclaration: Sendable, Equatable {
    /// Where a new window is shown.
    public enum Presentation: String, Sendable, Equatable {
        /// Its URL is loaded in the view that asked; there is no second window and no opener.
        case foldIntoSameView
        /// Over the page, with a live opener.
        case overlay
        /// In a window of its own, with a live opener.
        case window
        /// Nowhere.
        case refused
    }

    /// Where a new window is shown.
    public let presentation: Presentation
    /// How many may be open over each other; 0 where there is no second window.
    public let depth: Int
    /// Whether a popup's navigation may be handed outside, as the main view's is; where not, it is blocked.
    public let mayLeave: Bool

    /// The event that a window is opened for; nothing where none is expected.
    public let answer: PopupAnswer?

    /// Declares what becomes of windows.
    public init(_ presentation: Presentation, depth: Int = 0, mayLeave: Bool = true, answer: PopupAnswer? = nil) {
        self.presentation = presentation
        self.depth = max(depth, 0)
        self.mayLeave = mayLeave
        self.answer = answer
    }
}
