// When an integration's page counts as ready.
// SPDX-License-Identifier: Apache-2.0

/// When an integration's page counts as ready; until then a veil covers it.
public struct ReadinessDeclaration: Sendable, Equatable {
    /// The type of the event that says so.
    public let event: String
    /// How long the page has, from the start of its load; then the error screen with retry is shown.
    ///
    /// Nothing stands for ``Limits/startupDeadline``.
    public let deadline: Duration?

    /// Declares when the page is ready.
    public init(event: String, deadline: Duration? = nil) {
        self.event = event
        self.deadline = deadline
    }
}
