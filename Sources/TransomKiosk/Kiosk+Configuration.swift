// A kiosk as a run is configured.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
package import TransomShell

extension Kiosk {
    /// A kiosk as a run is configured: monitor, rotation, times, and the PIN of staff.
    package convenience init(for configuration: HostConfiguration) {
        let settings = configuration.settings
        var window = KioskWindowOptions()
        window.monitor = settings.window.monitor
        window.rotation = settings.window.rotation == 0 ? nil : .init(rawValue: settings.window.rotation)
        window.title = configuration.integration.summary
        var reset = SessionResetOptions()
        reset.idleResetAfter = settings.session.idleResetAfter
        reset.warnFor = settings.session.warnFor
        reset.duringPayment = settings.session.duringPayment
        let pin = configuration.staffPIN ?? settings.staff?.pin
        self.init(window: window, reset: reset, staff: pin.map { StaffOptions(pin: $0) } ?? StaffOptions())
    }
}
