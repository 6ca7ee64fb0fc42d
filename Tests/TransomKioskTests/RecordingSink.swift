// A sink that remembers.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TransomCore

/// Remembers every event, in order.
final class RecordingSink: EventSink {
    let name = "recording"
    private let recorded = Mutex<[Event]>([])

    var events: [Event] { recorded.withLock { $0 } }

    func write(_ events: [Event]) throws(EventSinkFault) {
        recorded.withLock { $0 += events }
    }

    func close() {}
}
