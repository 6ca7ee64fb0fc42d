// A session's deadlines, and the line that is shown while none of them is about it.
// SPDX-License-Identifier: Apache-2.0

extension HostSession {
    /// Starts a deadline, replacing one of the same name.
    func arm(_ name: String, _ time: Duration, _ body: @escaping () -> Void) {
        deadlines[name]?.cancel()
        deadlines[name] = surroundings.scheduler.after(time) { [weak self] in
            self?.deadlines[name] = nil
            body()
        }
    }

    /// Takes a deadline away.
    func disarm(_ name: String) {
        deadlines.removeValue(forKey: name)?.cancel()
    }

    /// The line that is shown for as long as a device is simulated; nobody shall take it for a real one.
    var banner: String? {
        systemBus == nil ? nil : "Sandbox: the device is simulated, and no Bluetooth is used."
    }
}
