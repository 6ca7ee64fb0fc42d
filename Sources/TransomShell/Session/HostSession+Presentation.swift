// Whether anybody sees a session.
// SPDX-License-Identifier: Apache-2.0

extension HostSession {
    /// Whether the window is on a display that nobody looks at.
    var isHeadless: Bool {
        configuration.presentation == .headless
    }

    /// Shows a line for a while.
    func notice(_ text: String) {
        stage?.setNotice(text)
        arm("notice", .seconds(6)) { [weak self] in self?.stage?.setNotice(self?.banner) }
    }
}
