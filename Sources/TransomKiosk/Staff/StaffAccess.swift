// The way of staff out of a kiosk.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import TransomShell

/// Lets staff in who make the gesture and know the PIN, and tells of each try.
final class StaffAccess {
    private let window: KioskWindow
    private weak var host: (any KeptHost)?
    private var pins: PINGuard
    private var screen: StaffScreen?
    private var menu: StaffMenu?
    private var deadline: (any Deadline)?
    private var way = ""
    private let record: String?
    private var isRecordTold = false

    /// Lets staff in.
    ///
    /// - Parameters:
    ///   - pin: The right PIN.
    ///   - record: The path of the file that keeps wrong ones over a restart; nil for none.
    ///   - window: Where the screens stand.
    ///   - host: What they steer.
    init(_ pin: SecretValue, record: String?, in window: KioskWindow, host: any KeptHost) {
        pins = PINGuard(
            pin, limits: host.limits, after: record.flatMap { StaffRecord.read($0) }, at: host.clock.monotonic,
            wall: host.clock.wall)
        self.record = record
        self.window = window
        self.host = host
    }

    /// Whether a screen of staff is up.
    var isOpen: Bool { screen != nil || menu != nil }

    /// The gesture or the chord was made.
    func ask(by way: String) {
        guard !isOpen, let host else { return }
        self.way = way
        let screen = StaffScreen(in: window)
        screen.onEntered = { [weak self] in self?.entered($0) }
        screen.onCancelled = { [weak self] in self?.close() }
        screen.onTouched = { [weak self] in self?.stay() }
        self.screen = screen
        if let wait = pins.wait(at: host.clock.monotonic) { screen.refuse(Self.locked(wait)) }
        stay()
    }

    /// Takes what is up away.
    func close() {
        deadline?.cancel()
        deadline = nil
        screen?.remove()
        screen = nil
        menu?.remove()
        menu = nil
    }

    private func entered(_ pin: String) {
        guard let host else { return }
        let wrong = pins.wrong
        let verdict = pins.judge(pin, at: host.clock.monotonic)
        // Before anybody sees the answer: the plug may be pulled as soon as it is there.
        if pins.wrong != wrong { keep() }
        switch verdict {
        case .right:
            host.tell(EventDraft("transom.staff.entered", ["by": .string(way)]))
            openMenu()
        case .wrong:
            host.tell(EventDraft("transom.staff.refused", ["by": .string(way), "reason": "wrong"]))
            screen?.refuse(HostText.staffWrong())
        case .locked(let wait):
            host.tell(EventDraft("transom.staff.refused", ["by": .string(way), "reason": "locked"]))
            screen?.refuse(Self.locked(wait))
        }
    }

    private func keep() {
        guard let record, let host else { return }
        guard pins.wrong > 0 else { return StaffRecord.remove(record) }
        do throws(StaffRecordError) {
            try StaffRecord(wrong: pins.wrong, at: host.clock.wall.seconds).write(record)
        } catch {
            if !isRecordTold { host.say("kiosk: \(error)") }
            isRecordTold = true
        }
    }

    func openMenu() {
        close()
        menu = StaffMenu(
            in: window,
            onNewSession: { [weak self] in
                self?.close()
                self?.host?.reset(.staff)
            },
            onEnd: { [weak self] in
                self?.close()
                self?.host?.end(.staff)
            },
            onCancel: { [weak self] in self?.close() })
        stay()
    }

    /// Nobody shall find it open.
    private func stay() {
        guard let host else { return }
        deadline = host.scheduler.after(host.limits.staffScreen) { [weak self] in self?.close() }
    }

    private static func locked(_ wait: Duration) -> String {
        let seconds = wait.components.seconds + (wait.components.attoseconds > 0 ? 1 : 0)
        return HostText.staffLocked(["seconds": "\(seconds)"])
    }
}
