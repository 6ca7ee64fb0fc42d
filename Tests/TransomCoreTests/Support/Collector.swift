// Collects values from any thread.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Collects values from any thread.
final class Collector<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])

    func add(_ value: Value) { values.withLock { $0.append(value) } }

    var all: [Value] { values.withLock { $0 } }
}
