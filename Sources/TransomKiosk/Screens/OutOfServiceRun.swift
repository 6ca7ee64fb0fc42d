// A kiosk that cannot even read its configuration.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import TransomCore
import TransomGLib
package import TransomShell
import WebKit

/// Shows that a kiosk is out of service until the process is told to end.
///
/// For a start that fails before there is anything to run: whoever stands before it sees a code, and the log has the reason.
package enum OutOfServiceRun {
    /// Runs on the process's first thread.
    ///
    /// - Returns: 5 where the configuration is the cause, else 4; the same where there is no display to show it on.
    package static func run(_ cause: OutOfService) -> Int32 {
        let status: Int32 = cause == .configuration ? 5 : 4
        KioskEnvironment.clear()
        guard Engine.hasDisplay, (try? Engine.startIfPossible()) != nil else { return status }
        let signals = [SIGINT, SIGTERM, SIGHUP].map { UnixSignal($0) { MainLoop.quit() } }
        let window = KioskWindow(KioskWindowOptions()) { _ in }
        let gate = InputGate(clock: SystemHostClock())
        gate.close()
        let cover = CoverScreen(in: window)
        cover.showOutOfService(cause)
        window.setPointer(false)
        MainLoop.run()
        gate.open()
        window.destroy()
        Engine.stop()
        withExtendedLifetime(signals) {}
        return status
    }
}
