// A picture of a window as it is seen.
// SPDX-License-Identifier: Apache-2.0

import CTransomGTK
import TransomWebKitShims
package import WebKit

/// Writes pictures of windows.
package enum WindowPicture {
    /// Writes what a window shows as PNG.
    ///
    /// - Parameters:
    ///   - window: A toplevel, as a `GtkWidget`.
    ///   - path: The file.
    ///   - hidden: The views that are black in the picture, with all that lies over them.
    /// - Returns: A sentence when that is impossible.
    package static func write(
        _ window: UnsafeMutableRawPointer, to path: String, hiding hidden: [WKWebView] = []
    ) -> String? {
        let widgets = hidden.map { Optional($0.hostWidget) }
        let widget = window.assumingMemoryBound(to: GtkWidget.self)
        return switch transom_window_write_png(widget, path, widgets, Int32(widgets.count)) {
        case 0: nil
        case 3: "the picture could not be written to \(path)"
        default: "the window could not be read"
        }
    }
}
