// Which links of other programs this machine has a program for.
// SPDX-License-Identifier: Apache-2.0

import CTransomGIO

/// Asks the desktop for the programs that links are opened with.
enum InstalledPrograms {
    /// Those of some schemes that a program is registered for.
    ///
    /// `g_app_info_get_default_for_uri_scheme`.
    static func handled(among schemes: [String]) -> Set<String> {
        Set(
            schemes.filter { scheme in
                guard let program = g_app_info_get_default_for_uri_scheme(scheme) else { return false }
                g_object_unref(UnsafeMutableRawPointer(program))
                return true
            })
    }
}
