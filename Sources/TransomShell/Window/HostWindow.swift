// The window that a page is shown in.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomGTK
import TransomGLib
import TransomWebKitShims

/// A toplevel with the page, and over it a veil while the page is not ready, a panel when it failed, and a notice.
///
/// Nothing of a page's own text but bounded plain text is ever shown in it. GTK widgets; main thread.
final class HostWindow {
    /// Called when the user closes the window.
    var onClose: (() -> Void)?
    /// Called when the user asks for another try.
    var onRetry: (() -> Void)?

    private let window: ObjectRef
    private let veil: ObjectRef
    private let panel: FailurePanel
    private let notice: ObjectRef
    private var connections: [SignalConnection] = []
    private var isDestroyed = false

    /// Makes and shows a window.
    ///
    /// - Parameters:
    ///   - title: A fixed text; never a page's URL or title.
    ///   - width: The page's width in CSS pixels.
    ///   - height: The page's height in CSS pixels.
    ///   - content: The page's widget.
    init(title: String, width: Int, height: Int, content: UnsafeMutablePointer<GtkWidget>) {
        WindowStyle.install()
        window = ObjectRef(retaining: UnsafeMutableRawPointer(gtk_window_new(GTK_WINDOW_TOPLEVEL)))
        veil = ObjectRef(sinking: UnsafeMutableRawPointer(gtk_box_new(GTK_ORIENTATION_VERTICAL, 12)))
        notice = ObjectRef(sinking: UnsafeMutableRawPointer(gtk_label_new(nil)))
        panel = FailurePanel()
        let toplevel = transom_window(window.pointer)
        gtk_window_set_title(toplevel, title)
        gtk_window_set_default_size(toplevel, Int32(width), Int32(height))
        let overlay = transom_overlay(gtk_overlay_new())
        gtk_container_add(transom_container(window.pointer), transom_widget(overlay))
        gtk_container_add(transom_container(overlay), content)
        buildVeil()
        buildNotice()
        for widget in [transom_widget(veil.pointer), panel.widget, transom_widget(notice.pointer)] {
            gtk_overlay_add_overlay(overlay, widget)
        }
        connections.append(
            SignalConnection(window.pointer, WeakReference(self)) { object, data, destroy in
                transom_connect_delete_event(
                    object,
                    { _, _, data in
                        CallbackBox<WeakReference<HostWindow>>.value(at: data)?.object?.onClose?()
                        // The session decides what closing means; it destroys the window itself.
                        return 1
                    }, data, destroy)
            })
        panel.onRetry = { [weak self] in self?.onRetry?() }
        gtk_widget_show(transom_widget(overlay))
        gtk_widget_show(content)
        gtk_widget_show(transom_widget(window.pointer))
        gtk_widget_grab_focus(content)
    }

    /// Shows the veil with a text under its spinner, or takes it away.
    func setVeil(_ isShown: Bool) {
        gtk_widget_set_visible(transom_widget(veil.pointer), isShown ? 1 : 0)
    }

    /// Shows the failure panel.
    ///
    /// - Parameters:
    ///   - title: What happened, in a few words of the host's own.
    ///   - detail: A sentence more; plain text.
    func showFailure(title: String, detail: String) {
        setVeil(false)
        panel.show(title: title, detail: detail)
    }

    /// Takes the failure panel away.
    func hideFailure() {
        panel.hide()
    }

    /// Shows a line at the bottom, or takes it away when nil.
    func setNotice(_ text: String?) {
        gtk_label_set_text(transom_label(notice.pointer), text ?? "")
        gtk_widget_set_visible(transom_widget(notice.pointer), text == nil ? 0 : 1)
    }

    /// Writes what the window shows as PNG. Returns a sentence when that is impossible.
    func writePicture(to path: String) -> String? {
        switch transom_window_write_png(transom_widget(window.pointer), path) {
        case 0: nil
        case 3: "the picture could not be written to \(path)"
        default: "the window could not be read"
        }
    }

    /// Closes the window. The page's widget is destroyed with it.
    func destroy() {
        guard !isDestroyed else { return }
        isDestroyed = true
        for connection in connections { connection.disconnect() }
        gtk_widget_destroy(transom_widget(window.pointer))
    }

    private func buildVeil() {
        let widget = transom_widget(veil.pointer)
        WindowStyle.add("transom-veil", to: widget)
        let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 16)
        gtk_widget_set_halign(box, GTK_ALIGN_CENTER)
        gtk_widget_set_valign(box, GTK_ALIGN_CENTER)
        let spinner = gtk_spinner_new()
        gtk_widget_set_size_request(spinner, 40, 40)
        gtk_spinner_start(transom_spinner(spinner))
        let label = gtk_label_new("Loading…")
        gtk_box_pack_start(transom_box(box), spinner, 0, 0, 0)
        gtk_box_pack_start(transom_box(box), label, 0, 0, 0)
        gtk_box_set_center_widget(transom_box(widget), box)
        gtk_widget_show_all(widget)
        gtk_widget_set_no_show_all(widget, 1)
        gtk_widget_hide(widget)
    }

    private func buildNotice() {
        let widget = transom_widget(notice.pointer)
        WindowStyle.add("transom-notice", to: widget)
        gtk_label_set_line_wrap(transom_label(widget), 1)
        gtk_widget_set_valign(widget, GTK_ALIGN_END)
        gtk_widget_set_no_show_all(widget, 1)
        gtk_widget_hide(widget)
    }

    isolated deinit {
        destroy()
    }
}
