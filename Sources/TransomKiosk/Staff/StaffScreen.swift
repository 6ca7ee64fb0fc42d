// The screen that asks staff for the PIN, and then what shall be done.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import CTransomGTK
import TransomGLib
import TransomShell
import TransomWebKitShims

/// Takes a PIN on its own keys or a keyboard's, and then offers what staff may do.
final class StaffScreen {
    /// Called with a PIN.
    var onEntered: ((String) -> Void)?
    /// Called when it is put away.
    var onCancelled: (() -> Void)?
    /// Called when something on it was pressed.
    var onTouched: (() -> Void)?

    private static let longest = 12

    private let screen: HostScreen
    private let dots: ObjectRef
    private let window: KioskWindow
    private var keys: [UnsafeMutableRawPointer: Key] = [:]
    private var connections: [SignalConnection] = []
    private var digits = ""

    private enum Key {
        case digit(Int)
        case delete
        case enter
    }

    init(in window: KioskWindow) {
        self.window = window
        // The keys need the room more than the sign does.
        screen = HostScreen(icon: window.area.height < 1_040 ? "" : "dialog-password-symbolic")
        dots = ObjectRef(sinking: UnsafeMutableRawPointer(gtk_label_new(nil)))
        HostScreen.addStyle("dots", to: transom_widget(dots.pointer))
        screen.setHeading(HostText.staffTitle())
        screen.setSentence(HostText.staffDetail())
        screen.setMiddle(makeKeypad())
        screen.setActions([
            HostScreen.Action(HostText.staffCancel(), style: .quiet) { [weak self] in self?.onCancelled?() }
        ])
        showDigits()
        window.cover(with: screen.widget)
        connections.append(
            SignalConnection(UnsafeMutableRawPointer(screen.widget), WeakReference(self)) { object, data, destroy in
                transom_connect_key_press_event(
                    object,
                    { _, event, data in
                        guard let key = event?.pointee.keyval,
                            let screen = CallbackBox<WeakReference<StaffScreen>>.value(at: data)?.object
                        else { return 0 }
                        return screen.typed(key) ? 1 : 0
                    }, data, destroy)
            })
    }

    /// Takes the screen away.
    func remove() {
        window.uncover(screen.widget)
    }

    /// Says that the PIN was not the right one, or that no PIN is looked at.
    func refuse(_ sentence: String) {
        digits = ""
        showDigits()
        screen.setSentence(sentence)
    }

    private func makeKeypad() -> UnsafeMutablePointer<GtkWidget> {
        let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 20)
        let grid = gtk_grid_new()
        HostScreen.addStyle("keypad", to: grid)
        gtk_grid_set_row_spacing(transom_grid(grid), 12)
        gtk_grid_set_column_spacing(transom_grid(grid), 12)
        gtk_widget_set_halign(grid, GTK_ALIGN_CENTER)
        let layout: [(Key, String)] =
            (1...9).map { (.digit($0), "\($0)") }
            + [(.delete, HostText.staffDelete()), (.digit(0), "0"), (.enter, HostText.staffEnter())]
        for (index, (key, title)) in layout.enumerated() {
            guard let button = gtk_button_new_with_label(title) else { continue }
            let pointer = UnsafeMutableRawPointer(button)
            keys[pointer] = key
            if title.count > 1 { HostScreen.addStyle("word", to: button) }
            gtk_grid_attach(transom_grid(grid), button, Int32(index % 3), Int32(index / 3), 1, 1)
            connections.append(
                SignalConnection(pointer, WeakReference(self)) { object, data, destroy in
                    transom_connect_clicked(
                        object,
                        { button, data in
                            guard let button,
                                let screen = CallbackBox<WeakReference<StaffScreen>>.value(at: data)?.object,
                                let key = screen.keys[UnsafeMutableRawPointer(button)]
                            else { return }
                            screen.press(key)
                        }, data, destroy)
                })
        }
        gtk_box_pack_start(transom_box(box), transom_widget(dots.pointer), 0, 0, 0)
        gtk_box_pack_start(transom_box(box), grid, 0, 0, 0)
        // A new container is never null; it is floating until the screen takes it.
        return box ?? transom_widget(nil)
    }

    private func typed(_ keyval: UInt32) -> Bool {
        switch keyval {
        case 0x30...0x39: press(.digit(Int(keyval - 0x30)))
        case 0xFFB0...0xFFB9: press(.digit(Int(keyval - 0xFFB0)))
        case 0xFF08: press(.delete)
        case 0xFF0D, 0xFF8D:
            // Without a PIN the key belongs to the button that has the focus.
            guard !digits.isEmpty else { return false }
            press(.enter)
        case 0xFF1B: onCancelled?()
        default: return false
        }
        return true
    }

    private func press(_ key: Key) {
        onTouched?()
        switch key {
        case .digit(let digit):
            if digits.utf8.count < Self.longest { digits += "\(digit)" }
        case .delete:
            if !digits.isEmpty { digits.removeLast() }
        case .enter:
            guard !digits.isEmpty else { return }
            let given = digits
            digits = ""
            showDigits()
            onEntered?(given)
            return
        }
        showDigits()
    }

    /// Nobody who looks over a shoulder shall read the PIN.
    private func showDigits() {
        let text = String(repeating: "●", count: digits.count)
        gtk_label_set_text(transom_label(dots.pointer), text.isEmpty ? " " : text)
    }
}
