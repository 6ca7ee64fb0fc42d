// Keys that were held.
// SPDX-License-Identifier: Apache-2.0

/// The modifier keys that were held during an event, with Apple's numbers.
public struct UIKeyModifierFlags: OptionSet, Sendable {
    /// Apple's number.
    public let rawValue: Int

    /// Flags of Apple's numbers.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Caps lock.
    public static let alphaShift = UIKeyModifierFlags(rawValue: 1 << 16)
    /// Shift.
    public static let shift = UIKeyModifierFlags(rawValue: 1 << 17)
    /// Control.
    public static let control = UIKeyModifierFlags(rawValue: 1 << 18)
    /// Alt.
    public static let alternate = UIKeyModifierFlags(rawValue: 1 << 19)
    /// Super.
    public static let command = UIKeyModifierFlags(rawValue: 1 << 20)
    /// The number pad.
    public static let numericPad = UIKeyModifierFlags(rawValue: 1 << 21)
}
