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

    /// Launches the program.
    package func open(_ url: String, completion: @escaping (String?) -> Void) {
        AsyncOperation.start { ready, data in
            g_app_info_launch_default_for_uri_async(url, nil, nil, ready, data)
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
