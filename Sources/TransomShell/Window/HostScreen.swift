// A screen of the host's own: what happened, and what can be done.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
package import CTransomGTK
import TransomGLib
import TransomWebKitShims

/// A screen of the host's own, which fills its window: a sign, a heading, a sentence, room for more, and buttons.
///
/// What it says is plain text of the host's own. GTK widgets; main thread.
package final class HostScreen {
    /// A button with what it does.
    package struct Action {
        let title: String
        let style: Style
        let body: () -> Void

        /// How a button looks.
        package enum Style: String {
            /// What most people want.
            case main
            /// What leads back.
            case quiet
            /// What is not taken back.
            case grave
        }

        /// Names a button.
        ///
        /// - Parameters:
        ///   - title: What it says.
        ///   - style: How it looks.
        ///   - body: What it does.
        package init(_ title: String, style: Style = .main, body: @escaping () -> Void) {
            self.title = title
            self.style = style
            self.body = body
        }
    }

    private let root: ObjectRef
    private let heading: ObjectRef
    private let sentence: ObjectRef
    private let figure: ObjectRef
    private let note: ObjectRef
    private let middle: ObjectRef
    private let buttons: ObjectRef
    private var connections: [SignalConnection] = []
    private var actions: [UnsafeMutableRawPointer: () -> Void] = [:]

    /// Makes a screen.
    ///
    /// - Parameters:
    ///   - icon: The name of a symbolic icon, or nil for a spinner; empty for neither.
    ///   - isDim: Whether what lies under it can be made out.
    package init(icon: String?, isDim: Bool = false) {
        Self.install()
        func label(_ style: String) -> ObjectRef {
            let label = ObjectRef(sinking: UnsafeMutableRawPointer(gtk_label_new(nil)))
            gtk_label_set_line_wrap(transom_label(label.pointer), 1)
            gtk_label_set_justify(transom_label(label.pointer), GTK_JUSTIFY_CENTER)
            gtk_label_set_max_width_chars(transom_label(label.pointer), 44)
            WindowStyle.add(style, to: transom_widget(label.pointer))
            gtk_widget_set_no_show_all(transom_widget(label.pointer), 1)
            return label
        }
        root = ObjectRef(sinking: UnsafeMutableRawPointer(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)))
        (heading, sentence, figure, note) = (label("title"), label("detail"), label("figure"), label("note"))
        middle = ObjectRef(sinking: UnsafeMutableRawPointer(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)))
        buttons = ObjectRef(sinking: UnsafeMutableRawPointer(gtk_box_new(GTK_ORIENTATION_VERTICAL, 16)))
        build(icon: icon, isDim: isDim)
    }

    private func build(icon: String?, isDim: Bool) {
        WindowStyle.add("transom-screen", to: widget)
        if isDim { WindowStyle.add("dim", to: widget) }
        let card = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
        WindowStyle.add("card", to: card)
        gtk_widget_set_halign(card, GTK_ALIGN_CENTER)
        gtk_widget_set_valign(card, GTK_ALIGN_CENTER)
        let sign: UnsafeMutablePointer<GtkWidget>?
        if icon?.isEmpty == true {
            sign = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
        } else if let icon {
            sign = gtk_image_new_from_icon_name(icon, GTK_ICON_SIZE_DIALOG)
            transom_image_set_size(sign, 88)
            WindowStyle.add("sign", to: sign)
        } else {
            sign = gtk_spinner_new()
            gtk_widget_set_size_request(sign, 64, 64)
            gtk_spinner_start(transom_spinner(sign))
        }
        let parts = [
            sign, transom_widget(heading.pointer), transom_widget(sentence.pointer), transom_widget(figure.pointer),
            transom_widget(middle.pointer), transom_widget(buttons.pointer), transom_widget(note.pointer),
        ]
        for part in parts { gtk_box_pack_start(transom_box(card), part, 0, 0, 0) }
        gtk_widget_set_halign(transom_widget(buttons.pointer), GTK_ALIGN_CENTER)
        gtk_widget_set_halign(transom_widget(middle.pointer), GTK_ALIGN_CENTER)
        for part in [middle, buttons] { gtk_widget_set_no_show_all(transom_widget(part.pointer), 1) }
        gtk_box_set_center_widget(transom_box(root.pointer), card)
        gtk_widget_show_all(widget)
    }

    /// The screen's widget.
    package var widget: UnsafeMutablePointer<GtkWidget> { transom_widget(root.pointer) }

    /// What happened, in a few words; nil for nothing.
    package func setHeading(_ text: String?) { set(heading, text) }

    /// A sentence more; nil for nothing.
    package func setSentence(_ text: String?) { set(sentence, text) }

    /// A large figure, as the seconds that are left; nil for nothing.
    package func setFigure(_ text: String?) { set(figure, text) }

    /// A small line at the end; nil for nothing.
    package func setNote(_ text: String?) { set(note, text) }

    /// Puts a widget of the owner's own into the middle.
    package func setMiddle(_ content: UnsafeMutablePointer<GtkWidget>) {
        gtk_box_pack_start(transom_box(middle.pointer), content, 0, 0, 0)
        gtk_widget_show_all(content)
        gtk_widget_show(transom_widget(middle.pointer))
    }

    /// Shows buttons, in place of those before.
    package func setActions(_ list: [Action]) {
        connections = []
        for pointer in actions.keys { gtk_widget_destroy(transom_widget(pointer)) }
        actions = [:]
        gtk_widget_set_visible(transom_widget(buttons.pointer), list.isEmpty ? 0 : 1)
        for action in list {
            guard let button = gtk_button_new_with_label(action.title) else { continue }
            let pointer = UnsafeMutableRawPointer(button)
            WindowStyle.add(action.style.rawValue, to: button)
            actions[pointer] = action.body
            gtk_box_pack_start(transom_box(buttons.pointer), button, 0, 0, 0)
            gtk_widget_show(button)
            connections.append(
                SignalConnection(pointer, WeakReference(self)) { object, data, destroy in
                    transom_connect_clicked(
                        object,
                        { button, data in
                            guard let button else { return }
                            CallbackBox<WeakReference<HostScreen>>.value(at: data)?.object?.pressed(
                                UnsafeMutableRawPointer(button))
                        }, data, destroy)
                })
        }
    }

    private func pressed(_ button: UnsafeMutableRawPointer) {
        let body = actions[button]
        body?()
    }

    private func set(_ label: ObjectRef, _ text: String?) {
        gtk_label_set_text(transom_label(label.pointer), text ?? "")
        gtk_widget_set_visible(transom_widget(label.pointer), text == nil ? 0 : 1)
    }

    /// Adds the style of the host's own screens to the display, once.
    package static func install() { WindowStyle.install() }

    /// Makes the host's own words and buttons as large as a window has room for that people stand before.
    ///
    /// Call it again when the window has another size.
    ///
    /// - Parameters:
    ///   - widget: The toplevel.
    ///   - width: In application pixels.
    ///   - height: In application pixels.
    package static func addKioskStyle(to widget: UnsafeMutablePointer<GtkWidget>, width: Int, height: Int) {
        WindowStyle.add("transom-kiosk", to: widget)
        for style in ["compact", "large"] { WindowStyle.remove(style, from: widget) }
        if width >= 900, height >= 1_040 { WindowStyle.add("large", to: widget) }
        if height < 720 { WindowStyle.add("compact", to: widget) }
    }

    /// Gives a widget a class of the host's style.
    package static func addStyle(_ name: String, to widget: UnsafeMutablePointer<GtkWidget>?) {
        WindowStyle.add(name, to: widget)
    }
}
