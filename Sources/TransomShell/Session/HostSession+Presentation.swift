// Whether anybody sees a session.
// SPDX-License-Identifier: Apache-2.0

extension HostSession {
    /// Whether the window is on a display that nobody looks at.
    var isHeadless: Bool {
        configuration.presentation == .headless
    }

    /// Whether it runs in a public place, locked down.
    package var isKiosk: Bool {
        configuration.presentation == .kiosk
    }

    /// Gives the keyboard to what is topmost.
    package func takeFocus() {
        stage?.focus()
    }

    /// Shows a line for a while.
    func notice(_ text: String) {
        stage?.setNotice(text)
        arm("notice", .seconds(6)) { [weak self] in self?.stage?.setNotice(self?.banner) }
    }
}
