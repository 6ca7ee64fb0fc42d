// Where events go.
// SPDX-License-Identifier: Apache-2.0

/// Where events go: standard output, a file, the journal.
///
/// A sink is called on a queue of its own, never from two threads at once, and may block for as long as it has to: an
/// ``EventDispatcher`` stands between it and the host.
public protocol EventSink: Sendable {
    /// What it is called in sentences: `stdout`, a path, `journal`.
    var name: String { get }

    /// Writes events in the order given, all of them or none of the rest.
    ///
    /// - Parameter events: one at least.
    /// - Throws: why it did not.
    func write(_ events: [Event]) throws(EventSinkFault)

    /// Gives back what the sink holds; called once, after the last write.
    func close()
}
