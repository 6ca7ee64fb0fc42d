// A key with its modifiers.
// SPDX-License-Identifier: Apache-2.0

import CTransomGTK

/// A key and what is held down with it, from the names of the DOM's `KeyboardEvent.key`: `Enter`, `a`, `Control+a`.
struct KeyStroke: Equatable {
    /// GDK's value of the key.
    let keyval: UInt32
    /// GDK's mask of what is held down.
    let modifiers: UInt32

    private static let names = [
        "Enter": "Return", "ArrowLeft": "Left", "ArrowRight": "Right", "ArrowUp": "Up", "ArrowDown": "Down",
        "Backspace": "BackSpace", "PageUp": "Page_Up", "PageDown": "Page_Down", " ": "space", "Space": "space",
        "Tab": "Tab", "Escape": "Escape", "Delete": "Delete", "Home": "Home", "End": "End", "Insert": "Insert",
        "ContextMenu": "Menu",
    ]

    private static let masks: [String: UInt32] = [
        "Shift": 1 << 0, "Control": 1 << 2, "Alt": 1 << 3, "Meta": 1 << 28,
    ]

    /// Reads a key; its name stands after the last plus sign, and a plus sign alone is itself.
    init(_ text: String) throws(DriverError) {
        var held: UInt32 = 0
        var name = text[...]
        while let plus = name.dropLast().firstIndex(of: "+"), let mask = Self.masks[String(name[..<plus])] {
            held |= mask
            name = name[name.index(after: plus)...]
        }
        let key = String(name)
        if let gdk = Self.names[key] ?? (Self.isFunctionKey(key) ? key : nil) {
            keyval = gdk_keyval_from_name(gdk)
        } else if key.unicodeScalars.count == 1, let scalar = key.unicodeScalars.first, scalar.value >= 0x20 {
            keyval = gdk_unicode_to_keyval(scalar.value)
        } else {
            throw .key(given: text)
        }
        modifiers = held
    }

    /// The key that types a character.
    init(typing scalar: Unicode.Scalar) {
        keyval = scalar == "\n" ? gdk_keyval_from_name("Return") : gdk_unicode_to_keyval(scalar.value)
        modifiers = 0
    }

    private static func isFunctionKey(_ name: String) -> Bool {
        name.hasPrefix("F") && (Int(name.dropFirst()).map { (1...12).contains($0) } ?? false)
    }
}
