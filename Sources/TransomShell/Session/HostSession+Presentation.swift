// Whether anybody sees a session.
// SPDX-License-Identifier: Apache-2.0

extension HostSession {
    /// Whether the window is on a display that nobody looks at.
    var isHeadless: Bool {
        configuration.presentation == .headless
    }
}
