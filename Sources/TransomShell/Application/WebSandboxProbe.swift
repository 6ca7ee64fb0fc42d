// Whether web processes can be put into a sandbox here.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import TransomGLib

/// Tries what the engine does for its sandbox: a namespace through bubblewrap, and a D-Bus proxy.
enum WebSandboxProbe {
    /// Why the sandbox does not work here, or nil where it does.
    ///
    /// Takes a few milliseconds, five seconds at most.
    static func problem() -> String? {
        guard let proxy = g_find_program_in_path("xdg-dbus-proxy") else {
            return "xdg-dbus-proxy is not installed; install it with: apt-get install xdg-dbus-proxy"
        }
        g_free(proxy)
        guard let program = g_find_program_in_path("bwrap") else {
            return "bubblewrap is not installed; install it with: apt-get install bubblewrap"
        }
        g_free(program)
        let arguments = ["bwrap", "--unshare-user", "--unshare-pid", "--ro-bind", "/", "/", "true"]
        guard TimedProgram.succeeds(arguments) else {
            return "this system does not let bubblewrap make namespaces"
        }
        return nil
    }
}
