// The engine's version.
// SPDX-License-Identifier: Apache-2.0

import CTransomWebKit

/// The version of the WebKitGTK library that this process runs with.
package enum EngineVersion {
    /// As `2.50.6`.
    package static var current: String {
        "\(webkit_get_major_version()).\(webkit_get_minor_version()).\(webkit_get_micro_version())"
    }
}
