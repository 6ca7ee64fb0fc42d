// What is shown instead of a page that failed.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomGTK
import TransomGLib
import TransomWebKitShims

/// A panel over the page: what happened, and a button for another try.
final class FailurePanel {
    /// Called when the button is pressed.
    var onRetry: (() -> Void)?

    private let root: ObjectRef
    private let title: ObjectRef
    private let detail: ObjectRef
    private let button: ObjectRef
    private let note: ObjectRef
    private var connection: SignalConnection?

    init() {
        root = ObjectRef(sinking: UnsafeMutableRawPointer(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)))
        title = ObjectRef(sinking: UnsafeMutableRawPointer(gtk_label_new(nil)))
        detail = ObjectRef(sinking: UnsafeMutableRawPointer(gtk_label_new(nil)))
        button = ObjectRef(sinking: UnsafeMutableRawPointer(gtk_button_new_with_label(HostText.tryAgain())))
        note = ObjectRef(sinking: UnsafeMutableRawPointer(gtk_label_new(nil)))
        WindowStyle.add("transom-failure", to: widget)
        WindowStyle.add("note", to: transom_widget(note.pointer))
        WindowStyle.add("title", to: transom_widget(title.pointer))
        WindowStyle.add("detail", to: transom_widget(detail.pointer))
        let column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 16)
        let sign = gtk_image_new_from_icon_name("dialog-warning-symbolic", GTK_ICON_SIZE_DIALOG)
        transom_image_set_size(sign, 64)
        WindowStyle.add("sign", to: sign)
        gtk_box_pack_start(transom_box(column), sign, 0, 0, 0)
        gtk_widget_set_margin_start(column, 32)
        gtk_widget_set_margin_end(column, 32)
        for label in [title, detail] {
            gtk_label_set_line_wrap(transom_label(label.pointer), 1)
            gtk_label_set_justify(transom_label(label.pointer), GTK_JUSTIFY_CENTER)
            gtk_label_set_max_width_chars(transom_label(label.pointer), 48)
            gtk_box_pack_start(transom_box(column), transom_widget(label.pointer), 0, 0, 0)
        }
        gtk_widget_set_halign(transom_widget(button.pointer), GTK_ALIGN_CENTER)
        gtk_widget_set_margin_top(transom_widget(button.pointer), 12)
        gtk_box_pack_start(transom_box(column), transom_widget(button.pointer), 0, 0, 0)
        gtk_box_pack_start(transom_box(column), transom_widget(note.pointer), 0, 0, 0)
        gtk_widget_set_valign(column, GTK_ALIGN_CENTER)
        gtk_box_set_center_widget(transom_box(widget), column)
        gtk_widget_show_all(widget)
        gtk_widget_set_no_show_all(widget, 1)
        gtk_widget_hide(widget)
        connection = SignalConnection(button.pointer, WeakReference(self)) { object, data, destroy in
            transom_connect_clicked(
                object, { _, data in CallbackBox<WeakReference<FailurePanel>>.value(at: data)?.object?.onRetry?() },
                data,
                destroy)
        }
    }

    /// The panel's widget.
    var widget: UnsafeMutablePointer<GtkWidget> {
        transom_widget(root.pointer)
    }

    /// Shows the panel; without the name of a retry there is no button.
    func show(title: String, detail: String, retry: String?) {
        gtk_label_set_text(transom_label(self.title.pointer), title)
        gtk_label_set_text(transom_label(self.detail.pointer), detail)
        setNote(nil)
        gtk_button_set_label(transom_button(button.pointer), retry ?? "")
        gtk_widget_set_visible(transom_widget(button.pointer), retry == nil ? 0 : 1)
        gtk_widget_show(widget)
        gtk_widget_grab_focus(transom_widget(button.pointer))
    }

    /// Shows a line under the button; nil for none.
    func setNote(_ text: String?) {
        gtk_label_set_text(transom_label(note.pointer), text ?? "")
    }

    /// Takes the panel away.
    func hide() {
        gtk_widget_hide(widget)
    }
}
