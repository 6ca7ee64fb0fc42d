// Buttons of a pointer.
// SPDX-License-Identifier: Apache-2.0

/// The name space of an event's values.
public enum UIEvent {
    /// The buttons of a pointer that were pressed, with Apple's numbers.
    public struct ButtonMask: OptionSet, Sendable {
        /// Apple's number.
        public let rawValue: Int

        /// Buttons of Apple's numbers.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// The left button, or a touch.
        public static let primary = ButtonMask(rawValue: 1)
        /// The right button.
        public static let secondary = ButtonMask(rawValue: 2)

        /// The button of a number, 1 for the primary.
        public static func button(_ number: Int) -> ButtonMask {
            ButtonMask(rawValue: (1...32).contains(number) ? 1 << (number - 1) : 0)
        }
    }
}
