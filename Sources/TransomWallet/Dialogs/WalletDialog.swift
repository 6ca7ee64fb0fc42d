// One question of the host's own, over the page.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomGTK
import TransomCore
import TransomGLib
import TransomWebKitShims

/// One question of the host's own, over the page: what the page cannot draw, read or answer.
///
/// All of it can be reached with the keyboard and with a finger. What a page says is shown as a quotation, shortened and on
/// one line. The digits of a PIN are positions on a keypad without digits, as the wallet shows them; on a keyboard the number
/// keys have the same places.
@MainActor
final class WalletDialog {
    /// Something that can be pressed or filled.
    enum Control: Equatable {
        case yes, cancel, onDevice, delete
        /// A position of the keypad, 1 to 9.
        case position(Int)
        /// The text of the entry.
        case text(String)
    }

    /// Most positions of a PIN and most characters of a passphrase; the wallets take no more.
    static let longestEntry = 50
    /// Most characters of a page's own words that are shown.
    static let longestQuotation = 200

    /// Told once, with the user's answer.
    var onAnswer: ((WalletAnswer) -> Void)?

    private let question: WalletQuestion
    private let root: ObjectRef
    private var buttons: [(control: Control, widget: ObjectRef)] = []
    private var entry: ObjectRef?
    private var dots: ObjectRef?
    private var digits = ""
    private var connections: [SignalConnection] = []

    private struct Pressed {
        weak var dialog: WalletDialog?
        let control: Control
    }

    /// Makes a dialog, not shown yet.
    init(_ question: WalletQuestion, origin: String) {
        self.question = question
        WalletStyle.install()
        root = ObjectRef(sinking: UnsafeMutableRawPointer(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)))
        let column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 16)
        gtk_widget_set_valign(column, GTK_ALIGN_CENTER)
        gtk_widget_set_halign(column, GTK_ALIGN_CENTER)
        WalletStyle.add("transom-wallet", to: widget)
        let words = WalletWords(question)
        addLabel(words.title, "title", to: column)
        addLabel("Asked for by \(origin)", "origin", to: column)
        addLabel(words.text, "detail", to: column)
        if case .confirm(let message) = question, !message.isEmpty {
            let line = PlainText.line(message, length: Self.longestQuotation)
            addLabel("From the page: “\(line)”", "quotation", to: column)
        }
        addContent(to: column)
        addButtons(words, to: column)
        gtk_box_set_center_widget(transom_box(widget), column)
        connectKeys(root)
        if let entry { connectKeys(entry) }
        gtk_widget_show_all(widget)
    }

    /// The dialog's widget.
    var widget: UnsafeMutablePointer<GtkWidget> { transom_widget(root.pointer) }

    /// How many positions or characters are entered.
    var count: Int { entry.map { Self.text(of: $0).count } ?? digits.count }

    /// Gives the focus to where the user begins.
    func focus() {
        let first = entry ?? buttons.first { $0.control == .position(7) || $0.control == .yes }?.widget
        if let first { gtk_widget_grab_focus(transom_widget(first.pointer)) }
    }

    /// Presses a button, as a click on it does, or fills the entry.
    func press(_ control: Control) {
        if case .text(let text) = control {
            if let entry { gtk_entry_set_text(entry.assuming(), text) }
            return
        }
        guard let button = buttons.first(where: { $0.control == control })?.widget else { return }
        gtk_button_clicked(button.assuming())
    }

    private func answer(_ answer: WalletAnswer) {
        let handler = onAnswer
        onAnswer = nil
        digits = ""
        handler?(answer)
    }

    func pressed(_ control: Control) {
        switch control {
        case .cancel: answer(.cancelled)
        case .onDevice: answer(.onDevice)
        case .delete:
            if !digits.isEmpty { digits.removeLast() }
            showDots()
        case .position(let position):
            guard digits.count < Self.longestEntry else { return }
            digits += String(position)
            showDots()
        case .yes: submit()
        case .text: break
        }
    }

    private func submit() {
        switch question {
        case .search, .confirm: answer(.yes)
        case .pin:
            if !digits.isEmpty { answer(.entered(digits)) }
        case .passphrase:
            if let entry { answer(.entered(String(Self.text(of: entry).prefix(Self.longestEntry)))) }
        case .passkey:
            guard let text = entry.map({ Self.text(of: $0) }), text.utf8.count == 6,
                text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
            else { return }
            answer(.entered(text))
        }
    }

    /// Returns whether a key is the dialog's own.
    func typed(_ key: UInt32) -> Bool {
        switch Int32(bitPattern: key) {
        case GDK_KEY_Escape: pressed(.cancel)
        case GDK_KEY_Return where entry != nil, GDK_KEY_KP_Enter where entry != nil: submit()
        case GDK_KEY_BackSpace where question == .pin: pressed(.delete)
        case GDK_KEY_1...GDK_KEY_9 where question == .pin: pressed(.position(Int(key) - Int(GDK_KEY_0)))
        case GDK_KEY_KP_1...GDK_KEY_KP_9 where question == .pin: pressed(.position(Int(key) - Int(GDK_KEY_KP_0)))
        default: return false
        }
        return true
    }

    // MARK: - Widgets

    private func addContent(to column: UnsafeMutablePointer<GtkWidget>?) {
        switch question {
        case .pin: addKeypad(to: column)
        case .passphrase, .passkey:
            guard let made = gtk_entry_new() else { return }
            let entry = ObjectRef(sinking: UnsafeMutableRawPointer(made))
            gtk_entry_set_max_length(entry.assuming(), question == .passkey ? 6 : gint(Self.longestEntry))
            gtk_entry_set_visibility(entry.assuming(), question == .passkey ? 1 : 0)
            if question == .passkey { gtk_entry_set_input_purpose(entry.assuming(), GTK_INPUT_PURPOSE_DIGITS) }
            transom_widget_set_accessible_name(made, question == .passkey ? "Six digits" : "Passphrase")
            gtk_box_pack_start(transom_box(column), made, 0, 0, 0)
            self.entry = entry
        case .search, .confirm: break
        }
    }

    private func addKeypad(to column: UnsafeMutablePointer<GtkWidget>?) {
        guard let label = gtk_label_new("") else { return }
        WalletStyle.add("dots", to: label)
        dots = ObjectRef(sinking: UnsafeMutableRawPointer(label))
        gtk_box_pack_start(transom_box(column), label, 0, 0, 0)
        let grid = gtk_grid_new()
        let cells = UnsafeMutableRawPointer(grid)?.assumingMemoryBound(to: GtkGrid.self)
        gtk_grid_set_row_spacing(cells, 10)
        gtk_grid_set_column_spacing(cells, 10)
        gtk_widget_set_halign(grid, GTK_ALIGN_CENTER)
        for (index, position) in [7, 8, 9, 4, 5, 6, 1, 2, 3].enumerated() {
            let (row, place) = (index / 3, index % 3)
            let name = ["top", "middle", "bottom"][row] + " " + ["left", "centre", "right"][place]
            let button = makeButton("•", .position(position), style: "key", name: "Position \(name)")
            gtk_grid_attach(cells, button, gint(place), gint(row), 1, 1)
        }
        gtk_box_pack_start(transom_box(column), grid, 0, 0, 0)
        showDots()
    }

    private func showDots() {
        guard let dots else { return }
        let text = digits.isEmpty ? "No position entered" : String(repeating: "●", count: digits.count)
        gtk_label_set_text(transom_label(dots.pointer), text)
    }

    private func addButtons(_ words: WalletWords, to column: UnsafeMutablePointer<GtkWidget>?) {
        let rows: [[(String, Control, String)]] =
            question == .pin
            ? [
                [("Delete", .delete, "plain"), ("Enter on the wallet", .onDevice, "plain")],
                [("Cancel", .cancel, "plain"), (words.yes, .yes, "first")],
            ]
            : question == .passphrase
                ? [
                    [("Enter on the wallet", .onDevice, "plain")],
                    [("Cancel", .cancel, "plain"), (words.yes, .yes, "first")],
                ] : [[("Cancel", .cancel, "plain"), (words.yes, .yes, "first")]]
        for row in rows {
            let box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 10)
            gtk_box_set_homogeneous(transom_box(box), 1)
            for (text, control, style) in row {
                gtk_box_pack_start(transom_box(box), makeButton(text, control, style: style, name: text), 1, 1, 0)
            }
            gtk_box_pack_start(transom_box(column), box, 0, 0, 0)
        }
    }

    private func makeButton(
        _ text: String, _ control: Control, style: String, name: String
    ) -> UnsafeMutablePointer<GtkWidget>? {
        guard let made = gtk_button_new_with_label(text) else { return nil }
        transom_widget_set_accessible_name(made, name)
        WalletStyle.add(style, to: made)
        let button = ObjectRef(sinking: UnsafeMutableRawPointer(made))
        buttons.append((control, button))
        connections.append(
            SignalConnection(button.pointer, Pressed(dialog: self, control: control)) { object, data, destroy in
                transom_connect_clicked(
                    object,
                    { _, data in
                        let pressed = CallbackBox<Pressed>.value(at: data)
                        if let pressed { pressed.dialog?.pressed(pressed.control) }
                    }, data, destroy)
            })
        return made
    }

    private func connectKeys(_ object: ObjectRef) {
        connections.append(
            SignalConnection(object.pointer, WeakReference(self)) { object, data, destroy in
                transom_connect_key_press_event(
                    object,
                    { _, event, data in
                        guard let key = event?.pointee.keyval,
                            let dialog = CallbackBox<WeakReference<WalletDialog>>.value(at: data)?.object
                        else { return 0 }
                        return dialog.typed(key) ? 1 : 0
                    }, data, destroy)
            })
    }

    private func addLabel(_ text: String, _ style: String, to column: UnsafeMutablePointer<GtkWidget>?) {
        guard !text.isEmpty, let label = gtk_label_new(text) else { return }
        gtk_label_set_line_wrap(transom_label(label), 1)
        gtk_label_set_max_width_chars(transom_label(label), 40)
        gtk_label_set_justify(transom_label(label), GTK_JUSTIFY_CENTER)
        WalletStyle.add(style, to: label)
        gtk_box_pack_start(transom_box(column), label, 0, 0, 0)
    }

    private static func text(of entry: ObjectRef) -> String {
        gtk_entry_get_text(entry.assuming()).map { String(cString: $0) } ?? ""
    }
}
