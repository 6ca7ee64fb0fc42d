// What is seen while no page can be.
// SPDX-License-Identifier: Apache-2.0

import CTransomGTK
import TransomShell

/// Covers the window while one session makes room for another one, and says so when nobody can be served.
final class CoverScreen {
    private let window: KioskWindow
    private var screen: HostScreen?

    init(in window: KioskWindow) {
        self.window = window
    }

    /// One session is going and the next one is not there yet.
    func showClearing() {
        let screen = HostScreen(icon: nil)
        screen.setHeading(HostText.oneMoment())
        replace(with: screen)
    }

    /// Nobody can be served.
    func showOutOfService(_ cause: OutOfService) {
        let screen = HostScreen(icon: "dialog-warning-symbolic")
        screen.setHeading(HostText.outOfService())
        screen.setSentence(HostText.outOfServiceDetail())
        screen.setNote(HostText.outOfServiceCode(["code": cause.rawValue]))
        replace(with: screen)
    }

    /// Takes the cover away.
    func hide() {
        if let screen { window.uncover(screen.widget) }
        screen = nil
    }

    private func replace(with next: HostScreen) {
        hide()
        screen = next
        window.cover(with: next.widget)
    }
}
