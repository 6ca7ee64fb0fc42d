// What a kiosk does not let its environment say.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Takes out of the environment what loads code into the host, opens it to debuggers, weakens its sandbox or sends its
/// traffic elsewhere.
nonisolated enum KioskEnvironment {
    static let forbidden = [
        "LD_PRELOAD", "LD_LIBRARY_PATH", "LD_AUDIT", "GTK_MODULES", "GTK3_MODULES", "GTK_PATH", "GTK_EXE_PREFIX",
        "GTK_DATA_PREFIX", "GTK_DEBUG", "GDK_DEBUG", "GIO_MODULE_DIR", "GIO_EXTRA_MODULES", "GST_PLUGIN_PATH",
        "GST_PLUGIN_PATH_1_0", "GST_DEBUG", "G_MESSAGES_DEBUG", "WEBKIT_DEBUG",
        "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS", "WEBKIT_FORCE_SANDBOX", "WEBKIT_INSPECTOR_SERVER",
        "WEBKIT_INSPECTOR_HTTP_SERVER", "WEBKIT_INJECTED_BUNDLE_PATH", "WEBKIT_EXEC_PATH", "WEB_PROCESS_CMD_PREFIX",
        "NETWORK_PROCESS_CMD_PREFIX", "http_proxy", "https_proxy", "all_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY",
        "ALL_PROXY", "NO_PROXY", "SSLKEYLOGFILE", "TRANSOM_RESOURCES",
    ]

    /// Clears it; call it before the toolkit starts.
    static func clear() {
        for name in forbidden { unsetenv(name) }
    }
}
