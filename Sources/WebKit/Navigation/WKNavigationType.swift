// What began a navigation.
// SPDX-License-Identifier: Apache-2.0

/// What began a navigation.
///
/// The numbers are Apple's. `webkit_navigation_action_get_navigation_type`.
public enum WKNavigationType: Int, Sendable {
    /// A link was followed.
    case linkActivated = 0
    /// A form was sent.
    case formSubmitted = 1
    /// The history was walked.
    case backForward = 2
    /// The page was loaded again.
    case reload = 3
    /// A form was sent again.
    case formResubmitted = 4
    /// Anything else: a script, a redirect, the app.
    case other = -1
}
