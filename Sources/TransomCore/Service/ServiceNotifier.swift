// Tells systemd how a service is.
// SPDX-License-Identifier: Apache-2.0

import CTransomSystemd

/// Tells systemd how a service is: that it has started, that it is alive, that it ends.
///
/// Outside a service of `Type=notify` nothing is told. A pure value; callable from any thread. `sd_notify(3)`.
public struct ServiceNotifier: Sendable {
    /// How long systemd waits for a sign of life before it kills the service; nil where it does not wait.
    ///
    /// `WATCHDOG_USEC`, for the process that `WATCHDOG_PID` names: under a compositor that is not this one, so only the time is
    /// taken.
    public let watchdog: Duration?

    /// Looks at what systemd has said in the environment.
    ///
    /// - Parameter variable: the value of an environment variable.
    public init(variable: (String) -> String?) {
        let microseconds = variable("WATCHDOG_USEC").flatMap { Int64($0) } ?? 0
        watchdog = variable("NOTIFY_SOCKET") != nil && microseconds > 0 ? .microseconds(microseconds) : nil
    }

    /// The service has started.
    public func ready() { tell("READY=1") }

    /// The service is alive.
    public func alive() { tell("WATCHDOG=1") }

    /// The service ends.
    public func stopping() { tell("STOPPING=1") }

    private func tell(_ state: String) {
        // What cannot be told is of no use to anybody here.
        _ = sd_notify(0, state)
    }
}
