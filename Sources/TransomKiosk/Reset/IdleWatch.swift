// Notices that a customer has gone.
// SPDX-License-Identifier: Apache-2.0

import TransomCore
import TransomShell

/// Notices that nobody has touched the machine for a time: first it warns, then it asks for another session.
///
/// A session that nobody has used is left as it is. One deadline runs at a time, and input moves none: when it passes, what
/// was the last input decides.
final class IdleWatch {
    /// What is to be shown.
    enum Notice: Equatable {
        /// So many seconds are left.
        case warning(secondsLeft: Int)
        /// Somebody is there.
        case none
    }

    /// Called when what is to be shown changes.
    var onNotice: ((Notice) -> Void)?
    /// Called when the warning begins, with the seconds that are left.
    var onWarned: ((Int) -> Void)?
    /// Called when the session is to end.
    var onIdle: (() -> Void)?

    /// The times; changed ones count from the next input on.
    var options: SessionResetOptions
    private let clock: any HostClock
    private let scheduler: any DeadlineScheduler
    private let isPaying: () -> Bool
    private var deadline: (any Deadline)?
    private var lastInput: Duration?
    private var warningEnds: Duration?

    init(
        _ options: SessionResetOptions, clock: any HostClock, scheduler: any DeadlineScheduler,
        isPaying: @escaping () -> Bool
    ) {
        self.options = options
        self.clock = clock
        self.scheduler = scheduler
        self.isPaying = isPaying
    }

    /// Whether somebody has used the session.
    var isInUse: Bool { lastInput != nil }

    /// Whether the warning is up.
    var isWarning: Bool { warningEnds != nil }

    /// Somebody did something.
    ///
    /// - Returns: Whether it answered the warning, and is to do nothing else.
    func noted() -> Bool {
        let isFirst = lastInput == nil
        lastInput = clock.monotonic
        if isWarning {
            warningEnds = nil
            onNotice?(.none)
            arm()
            return true
        }
        if isFirst { arm() }
        return false
    }

    /// Another session has begun, which nobody has used yet.
    func began() {
        deadline?.cancel()
        deadline = nil
        lastInput = nil
        guard isWarning else { return }
        warningEnds = nil
        onNotice?(.none)
    }

    private func arm() {
        guard let time = options.idleResetAfter, let lastInput else { return }
        wait(until: lastInput + max(.zero, time - options.warnFor)) { [weak self] in self?.checkIdle() }
    }

    private func checkIdle() {
        guard let whole = options.idleResetAfter, let lastInput else { return }
        let time = max(.zero, whole - options.warnFor)
        let limit = isPaying() ? max(time, options.duringPayment - options.warnFor) : time
        let now = clock.monotonic
        guard now - lastInput >= time else { return arm() }
        guard now - lastInput >= limit else {
            // The payment may end while nobody touches anything, and then the shorter time holds.
            return wait(until: min(lastInput + limit, now + min(time, .seconds(10)))) { [weak self] in
                self?.checkIdle()
            }
        }
        guard options.warnFor > .zero else {
            onIdle?()
            return
        }
        let ends = clock.monotonic + options.warnFor
        warningEnds = ends
        onWarned?(Self.seconds(options.warnFor))
        // Whoever is told may have begun another session.
        if warningEnds != nil { countDown() }
    }

    private func countDown() {
        guard let ends = warningEnds else { return }
        let left = ends - clock.monotonic
        guard left > .zero else {
            warningEnds = nil
            onNotice?(.none)
            onIdle?()
            return
        }
        onNotice?(.warning(secondsLeft: Self.seconds(left)))
        let next = min(left, .seconds(1))
        wait(until: clock.monotonic + next) { [weak self] in self?.countDown() }
    }

    private func wait(until due: Duration, _ body: @escaping () -> Void) {
        deadline?.cancel()
        deadline = scheduler.after(max(.zero, due - clock.monotonic)) { [weak self] in
            self?.deadline = nil
            body()
        }
    }

    private static func seconds(_ duration: Duration) -> Int {
        Int(duration.components.seconds) + (duration.components.attoseconds > 0 ? 1 : 0)
    }
}
