// The names of monitors.
// SPDX-License-Identifier: Apache-2.0

import CTransomGTK

/// The names of monitors.
enum KioskMonitor {
    /// The connector of a monitor under X11, such as `HDMI-1`, or the model under Wayland; nil where it has neither.
    ///
    /// `gdk_monitor_get_model`.
    static func name(_ monitor: OpaquePointer?) -> String? {
        guard let monitor, let name = gdk_monitor_get_model(monitor) else { return nil }
        return String(cString: name)
    }
}
