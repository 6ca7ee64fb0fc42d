// What the host is made of, for those who look at a machine before they run anything.
// SPDX-License-Identifier: Apache-2.0

import WebKit

/// What the host is made of, for those who look at a machine before they run anything.
package nonisolated enum HostBuild {
    /// The version of WebKitGTK that is loaded, such as `2.50.6`.
    package static var webKitVersion: String { EngineVersion.current }
}
