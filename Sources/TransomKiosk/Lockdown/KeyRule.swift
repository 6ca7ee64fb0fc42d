// Which keys a kiosk has.
// SPDX-License-Identifier: Apache-2.0

/// The keys that reach a page: what types text and moves within it, and nothing else.
///
/// Whatever is held down with Control, Alt, Super, Hyper or Meta is no text. A list of what is allowed needs no knowledge of
/// what the engine, the toolkit or a desktop does with all other keys.
nonisolated enum KeyRule {
    /// GDK's masks of what makes a key a command.
    private static let commands: UInt32 = 1 << 2 | 1 << 3 | 1 << 6 | 1 << 26 | 1 << 27 | 1 << 28

    /// Editing and moving, on both parts of a keyboard.
    private static let editing: Set<UInt32> = [
        0xFF08, 0xFF09, 0xFE20, 0xFF0D, 0xFF1B, 0xFFFF,  // BackSpace, Tab, Tab backwards, Return, Escape, Delete
        0xFF50, 0xFF51, 0xFF52, 0xFF53, 0xFF54, 0xFF55, 0xFF56, 0xFF57,  // Home, arrows, Page Up, Page Down, End
        0xFF89, 0xFF8D, 0xFF95, 0xFF96, 0xFF97, 0xFF98, 0xFF99, 0xFF9A, 0xFF9B, 0xFF9C, 0xFF9D, 0xFF9F,
    ]

    /// What changes the next key: Shift, locks, the third level, and dead accents.
    private static let shifting: Set<UInt32> = [0xFFE1, 0xFFE2, 0xFFE5, 0xFFE6, 0xFE03, 0xFE04, 0xFE05, 0xFF7E, 0xFF7F]

    /// Whether a key reaches the page.
    ///
    /// - Parameters:
    ///   - keyval: GDK's value of the key.
    ///   - state: GDK's mask of what is held down.
    ///   - character: The Unicode scalar that the key types, 0 for none.
    static func allows(_ keyval: UInt32, state: UInt32, character: UInt32) -> Bool {
        guard state & commands == 0 else { return false }
        if editing.contains(keyval) || shifting.contains(keyval) { return true }
        if (0xFE50...0xFE93).contains(keyval) { return true }
        return character >= 0x20 && character != 0x7F && !(0x80...0x9F).contains(character)
    }
}
