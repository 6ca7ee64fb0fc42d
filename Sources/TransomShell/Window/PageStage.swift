// A page and what may lie over it.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
package import CTransomGTK
import TransomGLib
import TransomWebKitShims

/// Shows a page, and over it a veil while it is not ready, a panel when it failed, a notice, popups and sheets.
///
/// Nothing of a page's own text is ever shown by it. GTK widgets; main thread.
package final class PageStage {
    /// Called when the user asks for another try.
    var onRetry: (() -> Void)?
    /// Called when the user presses Escape.
    ///
    /// Returns whether anything came of it.
    var onEscape: (() -> Bool)?

    /// Called when the user presses the key that goes back.
    ///
    /// Returns whether anything came of it.
    var onBack: (() -> Bool)?

    /// Called when the user wants back from a page that is not the vendor's.
    var onLeave: (() -> Void)? {
        get { strip.onBack }
        set { strip.onBack = newValue }
    }

    private let root: ObjectRef
    private let content: ObjectRef
    private let veil: ObjectRef
    private let notice: ObjectRef
    private let panel = FailurePanel()
    private let strip = HostStrip()
    private var covers: [ObjectRef] = []
    private var modals: Set<UnsafeMutableRawPointer> = []
    private(set) var hasFailure = false
    private var connection: SignalConnection?

    /// Puts a page's widget on a new stage.
    init(content: UnsafeMutablePointer<GtkWidget>) {
        WindowStyle.install()
        root = ObjectRef(sinking: UnsafeMutableRawPointer(gtk_overlay_new()))
        veil = ObjectRef(sinking: UnsafeMutableRawPointer(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)))
        notice = ObjectRef(sinking: UnsafeMutableRawPointer(gtk_label_new(nil)))
        self.content = ObjectRef(retaining: UnsafeMutableRawPointer(content))
        gtk_container_add(transom_container(root.pointer), content)
        buildVeil()
        buildNotice()
        for widget in [strip.widget, transom_widget(veil.pointer), panel.widget, transom_widget(notice.pointer)] {
            gtk_overlay_add_overlay(transom_overlay(root.pointer), widget)
        }
        panel.onRetry = { [weak self] in self?.onRetry?() }
        connection = SignalConnection(root.pointer, WeakReference(self)) { object, data, destroy in
            transom_connect_key_press_event(
                object,
                { _, event, data in
                    guard let key = event?.pointee.keyval,
                        let stage = CallbackBox<WeakReference<PageStage>>.value(at: data)?.object
                    else { return 0 }
                    switch key {
                    case UInt32(GDK_KEY_Escape): return stage.onEscape?() ?? false ? 1 : 0
                    case UInt32(GDK_KEY_Back): return stage.onBack?() ?? false ? 1 : 0
                    default: return 0
                    }
                }, data, destroy)
        }
        gtk_widget_show(content)
        gtk_widget_show(widget)
    }

    /// How many application pixels the shorter side has, as far as it is shown already.
    var shorterSide: Int {
        min(Int(gtk_widget_get_allocated_width(widget)), Int(gtk_widget_get_allocated_height(widget)))
    }

    /// The stage's widget.
    package var widget: UnsafeMutablePointer<GtkWidget> {
        transom_widget(root.pointer)
    }

    /// Shows the veil, or takes it away.
    func setVeil(_ isShown: Bool) {
        gtk_widget_set_visible(transom_widget(veil.pointer), isShown ? 1 : 0)
    }

    /// Shows the failure panel.
    ///
    /// - Parameters:
    ///   - title: What happened, in a few words of the host's own.
    ///   - detail: A sentence more; plain text.
    ///   - retry: What the button for another try says; nil for none.
    func showFailure(title: String, detail: String, retry: String?) {
        setVeil(false)
        // The keyboard stays with the panel: the page under it cannot be reached.
        hasFailure = true
        updateContent()
        panel.show(title: title, detail: detail, retry: retry)
    }

    /// Shows a line under the failure panel's button; nil for none.
    func setFailureNote(_ text: String?) {
        panel.setNote(text)
    }

    /// Takes the failure panel away.
    func hideFailure() {
        hasFailure = false
        updateContent()
        panel.hide()
    }

    private func updateContent() {
        gtk_widget_set_sensitive(transom_widget(content.pointer), hasFailure || !modals.isEmpty ? 0 : 1)
    }

    /// The host that the strip over the page names; nil while there is none.
    var strippedHost: String? { strip.host }

    /// Shows a strip over the page with the host that it is of, or takes the strip away when nil.
    ///
    /// The page keeps the room under the strip to itself, so that nothing of it is hidden.
    func setStrip(_ host: String?) {
        strip.host = host
        var height = Int32(0)
        if host != nil {
            gtk_widget_set_size_request(strip.widget, -1, 48)
            gtk_widget_get_preferred_height(strip.widget, nil, &height)
        }
        gtk_widget_set_margin_top(transom_widget(content.pointer), height)
    }

    /// Shows a line at the bottom, or takes it away when nil.
    func setNotice(_ text: String?) {
        gtk_label_set_text(transom_label(notice.pointer), text ?? "")
        gtk_widget_set_visible(transom_widget(notice.pointer), text == nil ? 0 : 1)
    }

    /// Covers the page with a widget, which takes the focus.
    ///
    /// - Parameters:
    ///   - widget: Fills the stage.
    ///   - isModal: Whether the page under it cannot be reached, with the keyboard neither.
    func cover(with widget: UnsafeMutablePointer<GtkWidget>, isModal: Bool = false) {
        if isModal { modals.insert(UnsafeMutableRawPointer(widget)) }
        updateContent()
        covers.append(ObjectRef(retaining: UnsafeMutableRawPointer(widget)))
        gtk_overlay_add_overlay(transom_overlay(root.pointer), widget)
        gtk_widget_show(widget)
        gtk_widget_child_focus(widget, GTK_DIR_TAB_FORWARD)
    }

    /// Brings a cover over the others.
    func raise(_ widget: UnsafeMutablePointer<GtkWidget>) {
        guard let index = covers.firstIndex(where: { $0.pointer == UnsafeMutableRawPointer(widget) }) else { return }
        covers.append(covers.remove(at: index))
        gtk_overlay_reorder_overlay(transom_overlay(root.pointer), widget, -1)
        focus()
    }

    /// Takes a cover away; the focus returns to what lies under it.
    ///
    /// Harmless when it is gone.
    func uncover(_ widget: UnsafeMutablePointer<GtkWidget>) {
        guard covers.contains(where: { $0.pointer == UnsafeMutableRawPointer(widget) }) else { return }
        covers.removeAll { $0.pointer == UnsafeMutableRawPointer(widget) }
        modals.remove(UnsafeMutableRawPointer(widget))
        updateContent()
        gtk_container_remove(transom_container(root.pointer), widget)
        focus()
    }

    /// Gives the focus to the topmost cover, or to the page.
    func focus() {
        if let top = covers.last {
            gtk_widget_child_focus(transom_widget(top.pointer), GTK_DIR_TAB_FORWARD)
        } else {
            gtk_widget_grab_focus(transom_widget(content.pointer))
        }
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
        let label = gtk_label_new(HostText.loading())
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
}
