// Turning a monitor's picture.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomGTK
import TransomGLib

/// Turns the picture of a monitor under X11; a Wayland compositor does it by itself (`cage -r`).
enum MonitorRotation {
    /// Turns a picture with xrandr(1), which is given five seconds.
    ///
    /// - Parameters:
    ///   - rotation: How.
    ///   - output: The connector; nil for the first one.
    ///   - say: Told why it is not possible.
    static func apply(_ rotation: KioskWindowOptions.Rotation, to output: String?, say: (String) -> Void) {
        guard let display = gdk_display_get_default() else { return }
        guard KioskMonitor.isX11 else {
            return say("kiosk: the compositor turns the picture; start it with cage -r, once for each quarter")
        }
        let word =
            switch rotation {
            case .none: "normal"
            case .right: "right"
            case .inverted: "inverted"
            case .left: "left"
            }
        // A server that names no monitor has one screen to turn.
        let name = output ?? KioskMonitor.name(gdk_display_get_monitor(display, 0))
        let command = ["xrandr"] + (name.map { ["--output", $0, "--rotate", word] } ?? ["-o", word])
        guard TimedProgram.succeeds(command) else {
            return say("kiosk: the picture cannot be turned; \(command.joined(separator: " ")) says why")
        }
    }
}
