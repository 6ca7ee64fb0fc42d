// A sink that remembers.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
package import TransomCore

/// Remembers every event, in order.
package final class RecordingSink: EventSink {
    package let name = "recording"
    private let recorded = Mutex<[Event]>([])

    package init() {}

    package var events: [Event] { recorded.withLock { $0 } }

    package func write(_ events: [Event]) throws(EventSinkFault) {
        recorded.withLock { $0 += events }
    }

    package func close() {}
}
