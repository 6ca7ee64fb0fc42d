// A strip that says whose page this is, with a way back.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomGTK
import TransomGLib
import TransomWebKitShims

/// The strip over a page that is not the vendor's: its true host, and a button that leads back.
///
/// The strip is the host's: a page can neither draw over it nor change what it says.
final class HostStrip {
    /// Called when the user presses the button.
    var onBack: (() -> Void)?

    private let root: ObjectRef
    private let label: ObjectRef
    private let button: ObjectRef
    private var connection: SignalConnection?

    /// Makes a strip, which is hidden.
    init() {
        root = ObjectRef(sinking: UnsafeMutableRawPointer(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 16)))
        label = ObjectRef(sinking: UnsafeMutableRawPointer(gtk_label_new(nil)))
        button = ObjectRef(sinking: UnsafeMutableRawPointer(gtk_button_new_with_label(HostText.back())))
        WindowStyle.add("transom-bar", to: widget)
        WindowStyle.add("strip", to: widget)
        gtk_label_set_ellipsize(transom_label(label.pointer), PANGO_ELLIPSIZE_START)
        gtk_label_set_xalign(transom_label(label.pointer), 0)
        transom_widget_set_accessible_name(transom_widget(button.pointer), HostText.back())
        gtk_box_pack_start(transom_box(root.pointer), transom_widget(button.pointer), 0, 0, 0)
        gtk_box_pack_start(transom_box(root.pointer), transom_widget(label.pointer), 1, 1, 0)
        connection = SignalConnection(button.pointer, WeakReference(self)) { object, data, destroy in
            transom_connect_clicked(
                object, { _, data in CallbackBox<WeakReference<HostStrip>>.value(at: data)?.object?.onBack?() }, data,
                destroy)
        }
        gtk_widget_set_valign(widget, GTK_ALIGN_START)
        gtk_widget_show(transom_widget(label.pointer))
        gtk_widget_show(transom_widget(button.pointer))
        gtk_widget_set_no_show_all(widget, 1)
    }

    /// The strip's widget.
    var widget: UnsafeMutablePointer<GtkWidget> {
        transom_widget(root.pointer)
    }

    /// What the strip says; nil while it is hidden.
    var host: String? {
        get {
            guard gtk_widget_get_visible(widget) != 0 else { return nil }
            return gtk_label_get_text(transom_label(label.pointer)).map { String(cString: $0) }
        }
        set {
            gtk_label_set_text(transom_label(label.pointer), newValue ?? "")
            gtk_widget_set_visible(widget, newValue == nil ? 0 : 1)
        }
    }
}
