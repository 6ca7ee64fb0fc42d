// The size of a window as it is written on a command line.
// SPDX-License-Identifier: Apache-2.0

/// The size of a window, `1280x800` or `1280x800@2`.
nonisolated struct WindowSize: Sendable, Equatable {
    /// CSS pixels across, 200 to 7680.
    let width: Int
    /// CSS pixels down, 200 to 4320.
    let height: Int
    /// Device pixels a CSS pixel, 1 to 4.
    let scale: Int

    /// Reads a size; nothing where the text is none.
    init?(_ text: String) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        let sides = parts[0].split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count <= 2, sides.count == 2, let width = Self.number(sides[0], 200...7680),
            let height = Self.number(sides[1], 200...4320),
            let scale = parts.count == 1 ? 1 : Self.number(parts[1], 1...4)
        else { return nil }
        self.width = width
        self.height = height
        self.scale = scale
    }

    private static func number(_ text: Substring, _ range: ClosedRange<Int>) -> Int? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text) else { return nil }
        return range.contains(number) ? number : nil
    }
}
