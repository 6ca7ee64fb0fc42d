// What staff may do.
// SPDX-License-Identifier: Apache-2.0

import CTransomGTK
import TransomShell

/// Offers what staff may do: begin a new session, or end the kiosk.
final class StaffMenu {
    private let screen: HostScreen
    private let window: KioskWindow

    init(
        in window: KioskWindow, onNewSession: @escaping () -> Void, onEnd: @escaping () -> Void,
        onCancel: @escaping () -> Void
    ) {
        self.window = window
        screen = HostScreen(icon: "preferences-system-symbolic")
        screen.setHeading(HostText.staffMenu())
        screen.setSentence(HostText.staffMenuDetail())
        screen.setActions([
            HostScreen.Action(HostText.staffNewSession(), body: onNewSession),
            HostScreen.Action(HostText.staffEnd(), style: .grave, body: onEnd),
            HostScreen.Action(HostText.staffCancel(), style: .quiet, body: onCancel),
        ])
        window.cover(with: screen.widget)
    }

    /// Takes the screen away.
    func remove() {
        window.uncover(screen.widget)
    }
}
