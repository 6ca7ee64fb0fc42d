// How a kiosk's window stands on the screen.
// SPDX-License-Identifier: Apache-2.0

/// How a kiosk's window stands on the screen.
package nonisolated struct KioskWindowOptions: Sendable, Equatable {
    /// How a picture is turned on its monitor, clockwise.
    package enum Rotation: Int, Sendable, CaseIterable {
        case none = 0
        case right = 90
        case inverted = 180
        case left = 270
    }

    /// The monitor, by the name of its connector such as `HDMI-1`; nil for the first one.
    ///
    /// Under Wayland the compositor chooses.
    package var monitor: String?
    /// How the picture is turned; nil leaves it as it is.
    ///
    /// Under Wayland the compositor turns it.
    package var rotation: Rotation?
    /// How much larger everything is than the monitor's own pixels, 1 to 4; nil for the monitor's own.
    ///
    /// The toolkit takes it at its start; under Wayland the compositor scales.
    package var scale: Int?
    /// After what time without motion the pointer is hidden, 0 s to 1 h.
    package var pointerHiddenAfter = Duration.seconds(3)
    /// Whether several fingers at once reach the page, which may zoom it.
    package var allowsManyFingers = false
    /// The title, which window managers and accessibility read; never a page's.
    package var title = "Transom"

    /// The first monitor, as it is.
    package init() {}
}
