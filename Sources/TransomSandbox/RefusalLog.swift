// Which refused hosts were reported of late.
// SPDX-License-Identifier: Apache-2.0

import TransomCore

/// Which refused hosts were reported of late.
///
/// A WebSocket, a retry or a page in a loop connects many times a second; a host is reported once in a second.
struct RefusalLog {
    private let clock: any HostClock
    private var reported: [String: Duration] = [:]

    /// Begins with nothing reported.
    init(clock: any HostClock) { self.clock = clock }

    /// Whether a refusal of this host is to be reported now.
    mutating func shouldReport(_ host: String) -> Bool {
        let now = clock.monotonic
        if let last = reported[host], now - last < .seconds(1) { return false }
        // A page can make up hosts without end; those of the past are of no use.
        if reported.count >= 256 { reported = reported.filter { now - $0.value < .seconds(1) } }
        if reported.count < 4096 { reported[host] = now }
        return true
    }
}
