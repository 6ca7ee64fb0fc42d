// The names of monitors.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomGTK

/// The names of monitors.
enum KioskMonitor {
    /// Whether the display is an X server's; else a compositor has the last word on monitors.
    static var isX11: Bool {
        guard let display = gdk_display_get_default() else { return false }
        let instance = UnsafeMutableRawPointer(display).assumingMemoryBound(to: GTypeInstance.self)
        return String(cString: g_type_name_from_instance(instance)) == "GdkX11Display"
    }

    /// The connector of a monitor under X11, such as `HDMI-1`, or the model under Wayland; nil where it has neither.
    ///
    /// `gdk_monitor_get_model`.
    static func name(_ monitor: OpaquePointer?) -> String? {
        guard let monitor, let name = gdk_monitor_get_model(monitor) else { return nil }
        return String(cString: name)
    }
}
