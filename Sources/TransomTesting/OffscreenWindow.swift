// A window that nobody sees, for a view that is in none.
// SPDX-License-Identifier: Apache-2.0

import CTransomGTK
import Foundation
import TransomGLib
import TransomShell
import TransomWebKitShims
import WebKit

/// A window on the process's display for a view that is in none: without one no click or key reaches it.
@MainActor
final class OffscreenWindow {
    private let toplevel: ObjectRef

    /// Shows a view in a window.
    ///
    /// - Returns: nil where it is in one already.
    init?(showing view: WKWebView) {
        let widget = transom_widget(view.hostPointer)
        guard gtk_widget_get_parent(widget) == nil else { return nil }
        toplevel = ObjectRef(retaining: UnsafeMutableRawPointer(gtk_window_new(GTK_WINDOW_TOPLEVEL)))
        let size = view.frame.size
        // The size of a phone, for a view that was made without one.
        let width = size.width >= 1 ? Int32(size.width) : 390
        let height = size.height >= 1 ? Int32(size.height) : 844
        gtk_window_set_default_size(transom_window(toplevel.pointer), width, height)
        gtk_container_add(transom_container(toplevel.pointer), widget)
        gtk_widget_show(widget)
        gtk_widget_show(transom_widget(toplevel.pointer))
        MainLoop.wake()
    }

    /// Writes what a view's window shows as PNG, or says why it cannot.
    static func writePicture(of view: WKWebView, to path: String) -> String? {
        let toplevel = gtk_widget_get_toplevel(transom_widget(view.hostPointer))
        guard let toplevel else { return "the view is in no window" }
        return WindowPicture.write(toplevel, to: path)
    }

    isolated deinit {
        gtk_widget_destroy(transom_widget(toplevel.pointer))
    }
}
