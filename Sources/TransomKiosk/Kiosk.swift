// A host in a public place: its window, its lock, its customers one after another.
// SPDX-License-Identifier: Apache-2.0

import CTransomGTK
import TransomCore
package import TransomShell

/// Keeps a host in service in a public place.
///
/// Hand it to `HostApplication.run(_:capabilities:keeper:willStart:)` together with a configuration whose presentation is
/// `kiosk`. Main thread.
package final class Kiosk: HostKeeper {
    private let windowOptions: KioskWindowOptions
    private(set) var resetOptions: SessionResetOptions
    private let staffOptions: StaffOptions
    private(set) var window: KioskWindow?
    private(set) var gate: InputGate?
    private(set) var idle: IdleWatch?
    private(set) var staff: StaffAccess?
    private var cover: CoverScreen?
    private var warning: WarningScreen?
    private var pointerTimer: (any Deadline)?
    private var isPointerShown = true
    private var lastMotion = Duration.zero
    /// Why nobody can be served; nil while a session is open or coming.
    private(set) var cause: OutOfService?
    private weak var host: (any KeptHost)?

    /// Describes a kiosk; nothing is started.
    package init(
        window: KioskWindowOptions = KioskWindowOptions(), reset: SessionResetOptions = SessionResetOptions(),
        staff: StaffOptions = StaffOptions()
    ) {
        windowOptions = window
        resetOptions = reset
        staffOptions = staff
    }

    /// Takes out of the environment what must not steer a kiosk.
    package func prepare() {
        KioskEnvironment.clear()
    }

    /// Opens the window, which shows that a page is coming.
    package func open(for host: any KeptHost) throws(KeeperFailure) {
        self.host = host
        let window = KioskWindow(windowOptions) { [weak host] in host?.say($0) }
        guard window.area.width > 0, window.area.height > 0 else {
            throw KeeperFailure("kiosk: the display has no monitor that is on")
        }
        self.window = window
        // A scanner types into what has the focus.
        window.onUncovered = { [weak host] in
            if let session = host?.session, !session.isOver { session.takeFocus() }
        }
        let cover = CoverScreen(in: window)
        cover.showClearing()
        self.cover = cover
        warning = WarningScreen(in: window)
        watch(host)
        closeGate(host, window)
        openStaff(host, window)
    }

    /// A place in the window.
    package func place(_ stage: PageStage) -> any Surface {
        guard let window else { preconditionFailure("A kiosk places a stage before it was opened.") }
        return KioskSurface(stage, in: window)
    }

    /// Whether a customer has touched the machine since the session began.
    package var isInUse: Bool { idle?.isInUse ?? false }

    /// Takes the times of a changed configuration; the window and the PIN stay until the next start.
    package func take(_ configuration: HostConfiguration) {
        resetOptions = SessionResetOptions(configuration.settings.session)
        idle?.options = resetOptions
    }

    /// The session's page is coming: what lay over the window goes.
    package func began(_ session: HostSession) {
        cause = nil
        idle?.began()
        cover?.hide()
        if staff?.isOpen != true { session.takeFocus() }
        notePointer(isTouch: false)
    }

    /// Covers the window, so that nothing of the customer who has gone is seen.
    package func isClearing() {
        warning?.show(secondsLeft: nil)
        idle?.began()
        cover?.showClearing()
    }

    /// Says that nobody can be served.
    package func cannotServe(_ cause: OutOfService, retryingIn wait: Duration?) {
        host?.say("kiosk: out of service, code \(cause.rawValue)" + (wait == nil ? "" : "; it is tried again"))
        self.cause = cause
        idle?.began()
        cover?.showOutOfService(cause)
    }

    /// Gives the window and the gate back.
    package func close() {
        gate?.open()
        staff?.close()
        pointerTimer = nil
        window?.destroy()
        window = nil
    }

    // MARK: - Parts

    private func watch(_ host: any KeptHost) {
        let idle = IdleWatch(resetOptions, clock: host.clock, scheduler: host.scheduler) { [weak host] in
            host?.session?.isPaying ?? false
        }
        idle.onWarned = { [weak host] seconds in
            host?.tell(EventDraft("transom.session.warned", ["secondsLeft": .integer(Int64(seconds))]))
        }
        idle.onNotice = { [weak self] notice in
            switch notice {
            case .warning(let seconds): self?.warning?.show(secondsLeft: seconds)
            case .none: self?.warning?.show(secondsLeft: nil)
            }
        }
        idle.onIdle = { [weak host] in host?.reset(.idle) }
        self.idle = idle
    }

    private func closeGate(_ host: any KeptHost, _ window: KioskWindow) {
        let gate = InputGate(clock: host.clock)
        gate.allowsManyFingers = windowOptions.allowsManyFingers
        gate.area = { [weak window] in
            let area = window?.area ?? GdkRectangle()
            return (Double(area.x), Double(area.y), Double(area.width), Double(area.height))
        }
        // Nobody uses a machine that is out of service.
        gate.onInput = { [weak self] in self?.cause == nil ? self?.idle?.noted() ?? false : false }
        gate.onPointer = { [weak self] in self?.notePointer(isTouch: $0) }
        gate.close()
        self.gate = gate
    }

    /// Reads the PIN; a kiosk without one has no way out but its unit's.
    private func openStaff(_ host: any KeptHost, _ window: KioskWindow) {
        guard let reference = staffOptions.pin else { return }
        let secrets = SecretResolver([reference], limits: host.limits, clock: host.clock)
        let request = SecretRequest(
            integration: "kiosk", environment: .production, kiosk: "", session: "", reason: .start)
        Task { [weak self, weak host] in
            do throws(SecretError) {
                let pin = try await secrets.resolve(reference, for: request)
                guard PINGuard.isPIN(pin.reveal()) else {
                    host?.say("kiosk: the PIN of staff is not 4 to 12 digits, so staff have no way out")
                    return
                }
                guard let self, let host else { return }
                staff = StaffAccess(pin, record: staffOptions.record, in: window, host: host)
                gate?.hasChord = staffOptions.hasChord
                gate?.taps = CornerTaps(staffOptions.corner, needed: staffOptions.taps)
                gate?.onStaff = { [weak self] way in self?.staff?.ask(by: way) }
            } catch {
                host?.say("kiosk: the PIN of staff: \(error); staff have no way out")
            }
        }
    }

    // MARK: - Pointer

    /// A pointer that rests, and one that a finger moves along, are in nobody's way.
    private func notePointer(isTouch: Bool) {
        guard let host, window != nil else { return }
        if isTouch { return showPointer(false) }
        lastMotion = host.clock.monotonic
        showPointer(true)
        if pointerTimer == nil { waitForRest(windowOptions.pointerHiddenAfter) }
    }

    private func waitForRest(_ time: Duration) {
        pointerTimer = host?.scheduler.after(time) { [weak self] in
            guard let self, let host else { return }
            pointerTimer = nil
            let rest = host.clock.monotonic - lastMotion
            if rest >= windowOptions.pointerHiddenAfter {
                showPointer(false)
            } else {
                waitForRest(windowOptions.pointerHiddenAfter - rest)
            }
        }
    }

    private func showPointer(_ isShown: Bool) {
        guard isShown != isPointerShown else { return }
        isPointerShown = isShown
        window?.setPointer(isShown)
    }
}
