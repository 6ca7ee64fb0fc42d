// Whether web processes can be put into a sandbox here.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO

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
        // coreutils' timeout is the deadline: the call itself has none.
        let arguments = ["timeout", "5", "bwrap", "--unshare-user", "--unshare-pid", "--ro-bind", "/", "/", "true"]
        var vector: [UnsafeMutablePointer<CChar>?] = arguments.map { g_strdup($0) } + [nil]
        defer { for argument in vector { g_free(argument) } }
        var status: gint = 0
        let flags = GSpawnFlags(
            G_SPAWN_SEARCH_PATH.rawValue | G_SPAWN_STDOUT_TO_DEV_NULL.rawValue | G_SPAWN_STDERR_TO_DEV_NULL.rawValue)
        guard g_spawn_sync(nil, &vector, nil, flags, nil, nil, nil, nil, &status, nil) != 0, status == 0 else {
            return "this system does not let bubblewrap make namespaces"
        }
        return nil
    }
}
