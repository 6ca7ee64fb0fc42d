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
    /// - Parameters:
    ///   - cause: What the code on the screen stands for.
    ///   - timeout: When it ends by itself, with status 3; nil for never.
    ///   - isMended: Asked at each SIGHUP; where it says yes, the screen goes.
    /// - Returns: 5 where the configuration is the cause, else 4; the same where there is no display to show it on. Nil where
    ///   the cause is mended.
    package static func run(_ cause: OutOfService, timeout: Duration?, isMended: @escaping () -> Bool) -> Int32? {
        var status: Int32? = cause == .configuration ? 5 : 4
        KioskEnvironment.clear()
        guard Engine.hasDisplay, (try? Engine.startIfPossible()) != nil else { return status }
        var signals = [SIGINT, SIGTERM].map { UnixSignal($0) { MainLoop.quit() } }
        signals.append(
            UnixSignal(SIGHUP) {
                guard isMended() else { return }
                status = nil
                MainLoop.quit()
            })
        let deadline = timeout.map { time in
            MainLoopScheduler().after(time) {
                status = HostEnding.timeout.status(isAwaiting: false)
                MainLoop.quit()
            }
        }
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
        withExtendedLifetime((signals, deadline)) {}
        return status
    }
}
