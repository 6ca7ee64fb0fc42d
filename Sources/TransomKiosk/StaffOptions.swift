// How staff get out of a kiosk.
// SPDX-License-Identifier: Apache-2.0

package import TransomCore

/// How staff get out of a kiosk: a gesture or a chord of keys that nobody makes by chance, then a PIN.
package nonisolated struct StaffOptions: Sendable {
    /// The corner of the screen that is tapped.
    package enum Corner: String, Sendable, CaseIterable {
        case topLeft, topRight, bottomLeft, bottomRight
    }

    /// Where the PIN is, 4 to 12 digits; nil for no way out.
    package var pin: SecretReference?
    /// The path of the file that keeps wrong PINs over a restart; nil for none.
    package var record: String?
    /// The corner.
    package var corner = Corner.topLeft
    /// How many taps within four seconds, 3 to 20.
    package var taps = 5
    /// Whether Control, Alt, Shift and S together ask for the PIN too.
    package var hasChord = true

    /// No way out.
    package init() {}

    /// A way out for whoever knows the PIN.
    package init(pin: SecretReference) {
        self.pin = pin
    }
}
