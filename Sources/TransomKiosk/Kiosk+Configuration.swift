// A kiosk as a run is configured.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import TransomCore
package import TransomShell

extension Kiosk {
    /// A kiosk as a run is configured: monitor, rotation, times, and the PIN of staff.
    package convenience init(for configuration: HostConfiguration) {
        let settings = configuration.settings
        var window = KioskWindowOptions()
        window.monitor = settings.window.monitor
        window.rotation = settings.window.rotation == 0 ? nil : .init(rawValue: settings.window.rotation)
        window.scale = configuration.givenScale
        window.title = configuration.integration.summary
        let reset = SessionResetOptions(settings.session)
        let pin = configuration.staffPIN ?? settings.staff?.pin
        var staff = pin.map { StaffOptions(pin: $0) } ?? StaffOptions()
        staff.record = StaffRecord.place { name in getenv(name).map { String(cString: $0) } }
        self.init(window: window, reset: reset, staff: staff)
    }
}

extension SessionResetOptions {
    /// The times of a configuration.
    nonisolated init(_ session: Configuration.Session) {
        self.init()
        idleResetAfter = session.idleResetAfter
        warnFor = session.warnFor
        duringPayment = session.duringPayment
    }
}
