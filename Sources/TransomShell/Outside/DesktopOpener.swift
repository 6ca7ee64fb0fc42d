// The desktop's own programs.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO
import TransomGLib

/// Hands a URL to the program that the desktop has for its scheme.
///
/// No shell is involved.
///
/// `g_app_info_launch_default_for_uri_async`.
package struct DesktopOpener: ExternalOpener {
    /// An opener; all are alike.
    package init() {}

    /// `desktop`.
    package var name: String { "desktop" }

    /// What is for this process alone: how its libraries are found, and what it has set for itself.
    private(set) static var ownVariables = [
        "LD_LIBRARY_PATH", "LD_PRELOAD", "GTK_PATH", "GTK_EXE_PREFIX", "GIO_EXTRA_MODULES",
    ]

    /// Keeps a variable that this process has set for itself out of the programs that it launches.
    static func keep(_ variable: String) {
        if !ownVariables.contains(variable) { ownVariables.append(variable) }
    }

    /// A program's environment: ours without what is for us alone.
    ///
    /// `g_app_launch_context_unsetenv`.
    static func launchContext() -> ObjectRef {
        let context = ObjectRef(adopting: UnsafeMutableRawPointer(g_app_launch_context_new()))
        for name in ownVariables { g_app_launch_context_unsetenv(context.assuming(), name) }
        return context
    }

    /// Launches the program.
    package func open(_ url: String, completion: @escaping (String?) -> Void) {
        let context = Self.launchContext()
        AsyncOperation.start { ready, data in
            g_app_info_launch_default_for_uri_async(url, context.assuming(), nil, ready, data)
        } finish: { _, result, error in
            g_app_info_launch_default_for_uri_finish(result, error) != 0 ? true : nil
        } completion: { result in
            switch result {
            case .success: completion(nil)
            // GLib's own text names the URL, which may hold a payment.
            case .failure: completion("no program on this machine opens links of this kind")
            }
        }
    }
}
