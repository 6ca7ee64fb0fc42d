// Asks whether anybody is there.
// SPDX-License-Identifier: Apache-2.0

import CTransomGTK
import TransomShell

/// Counts down before a session ends; whatever a person does keeps it.
final class WarningScreen {
    private let screen: HostScreen
    private let window: KioskWindow
    private var isShown = false

    init(in window: KioskWindow) {
        self.window = window
        screen = HostScreen(icon: "alarm-symbolic", isDim: true)
        screen.setHeading(HostText.stillThere())
        screen.setSentence(HostText.sessionEnds())
        // The gate takes every touch as an answer, wherever it is; the button says that there is one.
        screen.setActions([HostScreen.Action(HostText.keepGoing()) {}])
    }

    /// Shows the seconds that are left; nil takes the screen away.
    func show(secondsLeft: Int?) {
        if let secondsLeft {
            screen.setFigure(HostText.secondsLeft(["seconds": "\(secondsLeft)"]))
            if !isShown { window.cover(with: screen.widget) }
            isShown = true
        } else if isShown {
            isShown = false
            window.uncover(screen.widget)
        }
    }
}
