// What a host sets before an app makes its central manager.
// SPDX-License-Identifier: Apache-2.0

package import TransomDBus

/// What a host sets for the central managers that are made from then on; Apple's API has no place for it.
@MainActor
package struct BluetoothHost {
    /// What managers take when they are made.
    package static var current = BluetoothHost()

    /// Where BlueZ is: the system's bus, or a private one with a simulated device.
    package var bus: DBusAddress
    /// How long things may take.
    package var limits: BluetoothLimits
    /// Asks the user when a device wants to be paired; without it devices that show or want a number are refused.
    package var onPairing: ((PairingRequest) -> Void)?

    /// Describes a host.
    package init(
        bus: DBusAddress = .system, limits: BluetoothLimits = BluetoothLimits(),
        onPairing: ((PairingRequest) -> Void)? = nil
    ) {
        self.bus = bus
        self.limits = limits
        self.onPairing = onPairing
    }
}
