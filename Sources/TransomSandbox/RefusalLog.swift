// Which refused hosts were reported of late.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// Which refused hosts were reported of late.
///
/// A WebSocket, a retry or a page in a loop connects many times a second; a host is reported once in a second. A page can
/// make up hosts without end, so no more than a few are reported in a second.
struct RefusalLog {
    /// How many hosts are reported in a second.
    static let maximumHosts = 32

    private let clock: any HostClock
    private var reported: [String: Duration] = [:]

    /// Begins with nothing reported.
    init(clock: any HostClock) { self.clock = clock }

    /// The host as it is reported now, nil where it is not.
    ///
    /// What is longer than a host name can be is cut.
    mutating func report(_ host: String) -> String? {
        let now = clock.monotonic
        let name = String(decoding: host.utf8.prefix(253), as: UTF8.self)
        reported = reported.filter { now - $0.value < .seconds(1) }
        guard reported[name] == nil, reported.count < Self.maximumHosts else { return nil }
        reported[name] = now
        return name
    }
}
