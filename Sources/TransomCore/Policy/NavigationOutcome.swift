// The three things that can become of a navigation.
// SPDX-License-Identifier: Apache-2.0

/// What becomes of a navigation.
public enum NavigationOutcome: String, Hashable, Sendable, CaseIterable, Codable {
    /// It loads in the view.
    case inside
    /// It leaves the host: another program, or a code to scan.
    case outside
    /// Nothing loads and nothing opens.
    case blocked
}
