// Shows systemd that the host is alive, as long as its main loop turns.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TransomCore

/// Shows systemd that the host is alive, as long as its main loop turns.
///
/// The signs of life come from the main loop alone: a host that hangs gives none, and is then started anew.
package final class ServiceWatch {
    private let notifier: ServiceNotifier
    private let scheduler: any DeadlineScheduler
    private var next: (any Deadline)?

    /// Whether this process is a service, which is started again when it ends with a fault.
    package static var isService: Bool { getenv("NOTIFY_SOCKET") != nil }

    /// Says that the host has started as soon as the main loop turns, and goes on from there.
    package convenience init() {
        self.init(
            ServiceNotifier { name in getenv(name).map { String(cString: $0) } }, scheduler: MainLoopScheduler())
    }

    init(_ notifier: ServiceNotifier, scheduler: any DeadlineScheduler) {
        self.notifier = notifier
        self.scheduler = scheduler
        next = scheduler.after(.zero) { [weak self] in
            notifier.ready()
            self?.goOn()
        }
    }

    /// Says that the host ends.
    package func stop() {
        next = nil
        notifier.stopping()
    }

    /// Three signs in the time that systemd waits, so that a loaded machine may miss one.
    private func goOn() {
        guard let watchdog = notifier.watchdog else { return }
        notifier.alive()
        next = scheduler.after(watchdog / 3) { [weak self] in self?.goOn() }
    }
}
