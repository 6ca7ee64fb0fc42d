// What the host is made of, for those who look at a machine before they run anything.
// SPDX-License-Identifier: Apache-2.0

import WebKit

/// What the host is made of, for those who look at a machine before they run anything.
package nonisolated enum HostBuild {
    /// The earliest time that a right clock can show: 2026-01-01T00:00:00Z.
    static let earliestTime: Int64 = 1_767_225_600

    /// The version of WebKitGTK that is loaded, such as `2.50.6`.
    package static var webKitVersion: String { EngineVersion.current }
}
