// A toplevel with one stage.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomGTK
import TransomGLib
import TransomWebKitShims
package import WebKit

/// A window of the desktop that a stage fills.
package final class HostWindow: Surface {
    package var onClose: (() -> Void)?
    package var onFocus: (() -> Void)?

    private let toplevel: ObjectRef
    private var connection: SignalConnection?
    private var focusConnection: SignalConnection?
    private var isDestroyed = false

    /// Makes and shows a window.
    ///
    /// - Parameters:
    ///   - title: A fixed text; never a page's URL or title.
    ///   - width: The content's width in CSS pixels.
    ///   - height: The content's height in CSS pixels.
    ///   - content: What fills the window.
    ///   - parent: The window that this one belongs to, or nil.
    init(
        title: String, width: Int, height: Int, content: UnsafeMutablePointer<GtkWidget>, parent: HostWindow? = nil
    ) {
        toplevel = ObjectRef(retaining: UnsafeMutableRawPointer(gtk_window_new(GTK_WINDOW_TOPLEVEL)))
        let window = transom_window(toplevel.pointer)
        gtk_window_set_title(window, title)
        gtk_window_set_default_size(window, Int32(width), Int32(height))
        if let parent { gtk_window_set_transient_for(window, transom_window(parent.toplevel.pointer)) }
        gtk_container_add(transom_container(toplevel.pointer), content)
        connection = SignalConnection(toplevel.pointer, WeakReference(self)) { object, data, destroy in
            transom_connect_delete_event(
                object,
                { _, _, data in
                    CallbackBox<WeakReference<HostWindow>>.value(at: data)?.object?.onClose?()
                    // Whoever owns the window decides what closing means, and destroys it.
                    return 1
                }, data, destroy)
        }
        focusConnection = SignalConnection(toplevel.pointer, WeakReference(self)) { object, data, destroy in
            transom_connect_focus_in_event(
                object,
                { _, _, data in
                    CallbackBox<WeakReference<HostWindow>>.value(at: data)?.object?.onFocus?()
                    return 0
                }, data, destroy)
        }
        gtk_widget_show(content)
        gtk_widget_show(transom_widget(toplevel.pointer))
    }

    /// Itself.
    package var window: HostWindow? { self }

    /// Whether it belongs to another window: a window manager keeps it in front of that one.
    func stands(over other: HostWindow) -> Bool {
        gtk_window_get_transient_for(transom_window(toplevel.pointer)) == transom_window(other.toplevel.pointer)
    }

    /// Shows an origin in the title bar.
    package func setOrigin(_ origin: String) {
        gtk_window_set_title(transom_window(toplevel.pointer), origin)
    }

    package func raise() {
        gtk_window_present(transom_window(toplevel.pointer))
    }

    package func writePicture(to path: String, hiding hidden: [WKWebView]) -> String? {
        WindowPicture.write(transom_widget(toplevel.pointer), to: path, hiding: hidden)
    }

    package func destroy() {
        guard !isDestroyed else { return }
        isDestroyed = true
        connection?.disconnect()
        focusConnection?.disconnect()
        gtk_widget_destroy(transom_widget(toplevel.pointer))
    }

    isolated deinit {
        destroy()
    }
}
