// A frame with a title bar, within a window.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomGTK
import TransomGLib
import TransomWebKitShims

/// A bar that says whose page this is, with a close button, over the page itself.
///
/// The bar is the host's: a page can neither draw over it nor change what it says.
final class TitledFrame {
    /// Called when the user presses the close button.
    var onClose: (() -> Void)?

    private let root: ObjectRef
    private let label: ObjectRef
    private let button: ObjectRef
    private var connection: SignalConnection?

    /// Frames a widget.
    ///
    /// - Parameters:
    ///   - content: What is shown under the bar.
    ///   - title: What the bar says first.
    init(content: UnsafeMutablePointer<GtkWidget>, title: String) {
        WindowStyle.install()
        root = ObjectRef(sinking: UnsafeMutableRawPointer(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)))
        label = ObjectRef(sinking: UnsafeMutableRawPointer(gtk_label_new(title)))
        button = ObjectRef(
            sinking: UnsafeMutableRawPointer(
                gtk_button_new_from_icon_name("window-close-symbolic", GTK_ICON_SIZE_BUTTON)))
        let bar = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8)
        WindowStyle.add("transom-frame", to: widget)
        WindowStyle.add("transom-bar", to: bar)
        gtk_label_set_ellipsize(transom_label(label.pointer), PANGO_ELLIPSIZE_START)
        gtk_label_set_xalign(transom_label(label.pointer), 0)
        gtk_widget_set_tooltip_text(transom_widget(button.pointer), HostText.close())
        transom_widget_set_accessible_name(transom_widget(button.pointer), HostText.close())
        gtk_box_pack_start(transom_box(bar), transom_widget(label.pointer), 1, 1, 0)
        gtk_box_pack_start(transom_box(bar), transom_widget(button.pointer), 0, 0, 0)
        gtk_box_pack_start(transom_box(widget), bar, 0, 0, 0)
        gtk_box_pack_start(transom_box(widget), content, 1, 1, 0)
        connection = SignalConnection(button.pointer, WeakReference(self)) { object, data, destroy in
            transom_connect_clicked(
                object, { _, data in CallbackBox<WeakReference<TitledFrame>>.value(at: data)?.object?.onClose?() },
                data,
                destroy)
        }
        gtk_widget_show_all(widget)
    }

    /// The frame's widget.
    var widget: UnsafeMutablePointer<GtkWidget> {
        transom_widget(root.pointer)
    }

    /// What the bar says.
    var title: String {
        get { gtk_label_get_text(transom_label(label.pointer)).map { String(cString: $0) } ?? "" }
        set { gtk_label_set_text(transom_label(label.pointer), newValue) }
    }
}
